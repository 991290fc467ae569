import ComposableArchitecture

/// A part of an effect, which contains further parts.
@Recordable
indirect enum Work: Equatable, Sendable {
  /// Calls the client.
  case find(Int)
  /// Calls the client, and sends the answer.
  case report(Int)
  /// Calls the client, which throws an error.
  case refuse(Int)
  /// Calls the client synchronously.
  case tally(Int)
  case send(Int)
  /// Sleeps on the clock, for a number of milliseconds.
  case sleep(Int)
  /// Sleeps without a dependency, for a number of milliseconds.
  case wait(Int)
  case yield(Int)
  /// Continues on a different thread.
  case hop
  /// Sends the elements of a stream, up to a number of them.
  case stream(length: Int, limit: Int)

  case sequence([Work])
  /// Performs parts in the child tasks of a group. The first error cancels the remaining parts.
  case group([Work])
  /// Performs parts in the child tasks of a group, and ignores their errors.
  case patientGroup([Work])
  /// Performs parts in the child tasks of a group. The first part that ends cancels the remaining
  /// parts.
  case race([Work])
  /// Performs both parts at the same time.
  case pair(Work, Work)
  /// Performs both parts at the same time, and cancels the first part when the second part ends.
  case abandoned(Work, Work)
  /// Performs a part until it throws no error, at most three times.
  case retry(Work)
  /// Performs a part, and a call if the part throws an error.
  case cleanUp(Work, Int)

  /// Cancels the tasks with an identity, which may be the own identity.
  case cancel(Int)
  /// Performs a part that can be canceled by an identity.
  case scope(Int, cancelsInFlight: Bool, Work)
  /// Performs a part, and makes a synchronous call if the part is canceled.
  case handler(Work, Int)

  /// Performs a part in a task that is not awaited.
  case task(Work)
  case awaitedTask(Work)
  /// Performs a part in a task that is canceled after a call.
  case canceledTask(Work, Int)
  /// Performs a part in a detached task that is not awaited.
  case detached(Work)
  case awaitedDetached(Work)
  /// Performs a part on an actor.
  case onActor(Work)
}

/// An effect that is drawn from a seed.
@Recordable
struct DrawnEffect: Equatable, Sendable {
  var work: Work
  /// The identity by which the effect can be canceled.
  var id: Int?
  var cancelsInFlight: Bool
}
