import DependencyInjection
package import RecordCoding
package import ReducerRuntime
package import Scheduling
package import SharedState

/// A store observer that keeps the steps a test hasn't asserted yet.
@MainActor
package final class StepJournal<State, Action>: StepObserver {
  /// The steps of actions that effects sent, oldest first.
  package private(set) var received: [StoreStep<State, Action>] = []

  /// The number of the last received step that failed a test at its end.
  private var lastReported: UInt64?

  /// Notifies waiting tests of each step and of the end of each effect.
  package let updates = StepUpdates()

  private var sent: StoreStep<State, Action>?

  /// The actions that returned effects, by step number, unless the test skips these. Failures name
  /// them.
  private var actionsWithEffects: [UInt64: Action] = [:]

  /// The state of the generator of stack element identities before each step.
  private var stackElementIDs: [UInt64: StackElementIDGenerator] = [:]
  private var nextStackElementIDs: StackElementIDGenerator?

  private var before: State?

  /// The shared values' changes, including changes that the test hasn't asserted.
  package let timeline = SharedTimeline()

  /// The timeline position after each step that the test hasn't asserted.
  private var sharedChanges: [UInt64: Int] = [:]

  /// The timeline position up to which the test has asserted changes.
  private var assertedChanges = 0

  package init() {}

  package func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    nextStackElementIDs = DependencyValues.current.stackElementID.copy
    before = state.pointee
  }

  package func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    guard let before = before.take() else {
      preconditionFailure("an engine reports an action before it is reduced")
    }
    let step = StoreStep(
      number: number, action: action, origin: origin, before: before, after: state.pointee,
      effect: effect)
    stackElementIDs[number] = nextStackElementIDs
    sharedChanges[number] = timeline.position
    if step.effect.shape != .none { actionsWithEffects[step.number] = step.action }
    switch step.origin {
    case .sent: sent = step
    case .received: received.append(step)
    }
    updates.notify()
  }

  package func didEndEffect(startedBy step: UInt64, remaining count: Int) {
    updates.notify()
  }

  package func takeSent() -> StoreStep<State, Action> {
    guard let step = sent else {
      preconditionFailure("an engine has reduced an action when its send returns")
    }
    sent = nil
    return step
  }

  /// Removes and returns a generator that repeats the stack element identities of a step.
  package func takeStackElementIDs(of step: UInt64) -> StackElementIDGenerator? {
    defer { stackElementIDs = stackElementIDs.filter { $0.key > step } }
    return stackElementIDs[step]
  }

  /// Returns the view of shared values that a test has in a step. Later steps may change the
  /// values.
  ///
  /// If `startingAfter` is true, as in non-exhaustive tests, the expected values start with the
  /// values after the step.
  package func sharedView(of step: UInt64, startingAfter: Bool = false) -> SharedView {
    sharedView(to: sharedChanges[step] ?? timeline.position, startingAfter)
  }

  package func sharedView(startingAfter: Bool = false) -> SharedView {
    sharedView(to: sharedChanges.isEmpty ? timeline.position : assertedChanges, startingAfter)
  }

  private func sharedView(to end: Int, _ startingAfter: Bool) -> SharedView {
    SharedView(of: timeline, from: assertedChanges, to: end, start: startingAfter ? end : nil)
  }

  package func endAssertion(of step: UInt64) {
    assertedChanges = max(assertedChanges, sharedChanges[step] ?? timeline.position)
    sharedChanges = sharedChanges.filter { $0.key > step }
    timeline.forget(before: assertedChanges)
  }

  /// Marks all changes of shared values that don't belong to a step yet as asserted.
  package func endAssertion() {
    if sharedChanges.isEmpty { assertedChanges = timeline.position }
    timeline.forget(before: assertedChanges)
  }

  package func takeReceived() -> StoreStep<State, Action>? {
    received.isEmpty ? nil : received.removeFirst()
  }

  package func takeAllReceived() -> [Action] {
    defer { received = [] }
    return received.map(\.action)
  }

  /// The actions that were received, and not yet reported at the end of a test.
  package var unreported: [Action] {
    received.filter { step in lastReported.map { step.number > $0 } ?? true }.map(\.action)
  }

  /// Marks all received actions as reported. Each action fails a test only once.
  package func noteReported() {
    lastReported = received.last?.number ?? lastReported
  }

  /// Ends the test's interest in the effects of steps, which continue.
  package func skip(effectsOf steps: [UInt64]) {
    for step in steps { actionsWithEffects[step] = nil }
  }

  /// Returns whether a step returned effects that the test does not skip.
  package func hasUnskippedEffects(of step: UInt64) -> Bool { actionsWithEffects[step] != nil }

  package func actions(of steps: [UInt64]) -> [Action] {
    var seen: Set<UInt64> = []
    return steps.filter { seen.insert($0).inserted }.compactMap { actionsWithEffects[$0] }
  }
}

/// A notifier that tests use to wait for a store's next step or for the end of an effect.
@MainActor
package final class StepUpdates {
  /// The work of the test, which a store that outlives it must not keep.
  package weak var work: TestWork?
  /// Whether the test gave a seed for the order of the work.
  package var isSeeded = false
  private var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  private var waitCount: UInt64 = 0
  /// The maximum number of jobs that a wait lets run without counting their time.
  private static let maxJobs = 10_000
  /// The maximum number of times that sleeps on immediate clocks end before the time counts.
  private static let maxRounds = 100

  /// Whether the seed determines how far effects run before an assertion.
  var hasDrawnOrder: Bool { isSeeded && work?.hasDrawnOrder == true }

  /// Waits while a condition holds, checking it after each update, at most until the timeout.
  ///
  /// The time is for what a test cannot wait for otherwise. On a slow machine, a few sleeps on an
  /// immediate clock would take it.
  package func wait(atMost timeout: Duration, while condition: () -> Bool) async {
    if hasDrawnOrder {
      for _ in 0..<Self.maxJobs where condition() {
        guard await work?.runJob() == true else { break }
      }
    } else {
      for _ in 0..<Self.maxRounds where condition() {
        if await work?.settle() != false { break }
      }
    }
    let deadline = ContinuousClock.now + timeout
    while condition(), !Task.isCancelled, .now < deadline { await waitForNext(until: deadline) }
  }

  package func notify() {
    let waiting = waiting.sorted { $0.key < $1.key }
    self.waiting = [:]
    for (_, continuation) in waiting { continuation.resume() }
  }

  private func waitForNext(until deadline: ContinuousClock.Instant) async {
    waitCount += 1
    let number = waitCount
    let timer = Task { @MainActor in
      // Both the timeout and cancellation end the wait.
      try? await Task.sleep(until: deadline, clock: .continuous)
      waiting.removeValue(forKey: number)?.resume()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[number] = $0 }
    } onCancel: {
      timer.cancel()
    }
    timer.cancel()
  }
}
