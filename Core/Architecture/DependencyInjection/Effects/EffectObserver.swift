import Synchronization

/// An observer of effects and of their calls of dependencies. It can answer these calls.
///
/// An effect is identified by the number that its store gives it. Numbers follow the order in which
/// effects start.
package protocol EffectObserver: AnyObject, Sendable {
  /// Whether calls are answered without the client.
  var suppliesAnswers: Bool { get }

  /// Receives the start of an effect that a step returned.
  @MainActor func effectDidBegin(_ effect: UInt64, startedBy step: UInt64)

  /// Receives the start of an effect's work. Called in the task that lasts as long as the effect.
  @MainActor func effectTaskDidStart(_ effect: UInt64)

  /// Returns whether the work of an effect runs. Called in the task that lasts as long as the
  /// effect.
  @MainActor func effectMayRun(_ effect: UInt64) async -> Bool

  /// Receives an action that an effect sends. `reduce` reduces it.
  @MainActor func effect<Action>(
    _ effect: UInt64, sends action: Action, reduce: @escaping @MainActor () -> Void)

  /// Notes that a canceled effect has sent an action, which the store drops. `isLate` tells whether
  /// the effect had ended.
  @MainActor func effectDidDropAction(_ effect: UInt64, isLate: Bool)

  /// Notes that code outside of the store, such as a view that disappears, cancels an effect.
  func effectIsInterrupted(_ effect: UInt64)

  /// Notes that a task of a different effect cancels an effect, as with `Task.cancel(id:)`.
  func effectIsCanceledByOther(_ effect: UInt64)

  /// Receives the end of an effect.
  @MainActor func effectDidEnd(_ effect: UInt64, isCanceled: Bool)

  /// Returns the answer to a call, which may come from `live` or from a log.
  func answer<Arguments, Answer, Failure: Error>(
    to endpoint: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer

  /// Returns the answer to an asynchronous call, which may come from `live` or from a log.
  func answer<Arguments, Answer, Failure: Error>(
    to endpoint: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer
}

extension EffectObserver {
  @MainActor package func effectMayRun(_ effect: UInt64) async -> Bool { true }

  package func effectIsCanceledByOther(_ effect: UInt64) {}
}

/// The effect that the current task belongs to, and the observer of its calls.
package struct ObservedEffect: Sendable {
  /// The observed effect of the current task, which may be performing a call.
  @TaskLocal package static var bound: ObservedEffect?

  /// The observed effect of the current task, or `nil` if no effect is running or none is observed.
  /// A client that performs a call does not belong to the effect.
  package static var current: ObservedEffect? {
    bound.flatMap { $0.performsCall ? nil : $0 }
  }

  private static let observers = Atomic(0)

  /// Whether any effect of the process may be observed.
  ///
  /// Looking for the current effect would cost more than this check.
  @inline(__always)
  package static var areObserved: Bool { observers.load(ordering: .relaxed) != 0 }

  /// The effect that makes a call: the current effect or, in a task or thread that has lost its
  /// effect, the effect of stray calls.
  @inline(__always)
  static var ofCall: ObservedEffect? {
    guard let bound else { return StrayCalls.caller }
    return bound.performsCall ? nil : bound
  }

  /// Enables `current`, until a balancing call to `endObserving()`.
  ///
  /// An endpoint that was read from a client before this call may stay unobserved.
  package static func beginObserving() { observers.add(1, ordering: .relaxed) }

  /// Balances a call to `beginObserving()`.
  package static func endObserving() { observers.subtract(1, ordering: .relaxed) }

  package let number: UInt64
  package let observer: any EffectObserver
  let performsCall: Bool

  /// Creates the scope of an effect, or of a client that performs a call for it.
  package init(number: UInt64, observer: any EffectObserver, performsCall: Bool = false) {
    self.number = number
    self.observer = observer
    self.performsCall = performsCall
  }
}

private enum EffectObserverKey: DependencyKey {
  static let liveValue: (any EffectObserver)? = nil
  static let testValue: (any EffectObserver)? = nil
}

extension DependencyValues {
  /// The observer of the effects that a store starts.
  package var effectObserver: (any EffectObserver)? {
    get { self[EffectObserverKey.self] }
    set { self[EffectObserverKey.self] = newValue }
  }

  /// Whether the observer of effects, if there is one, answers their calls without the client.
  var suppliesAnswers: Bool {
    overriding(EffectObserverKey.self)?.map(\.suppliesAnswers) ?? false
  }
}
