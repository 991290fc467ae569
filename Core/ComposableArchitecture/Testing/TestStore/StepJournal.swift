import DependencyInjection
import SharedState

/// Keeps the steps that a test has not asserted yet.
@MainActor
final class StepJournal<State, Action>: StepObserver {
  /// The steps of actions that effects sent, the oldest first.
  private(set) var received: [StoreStep<State, Action>] = []

  /// Tells of each step and of the end of each effect.
  let news = StepNews()

  /// How often there was something to tell.
  private(set) var newsCount = 0

  private var sent: StoreStep<State, Action>?

  /// The actions that returned effects, by the numbers of their steps, for failures to name them.
  private var actionsWithEffects: [UInt64: Action] = [:]

  /// What gave elements of stacks their identities, as it was before each step.
  private var stackElementIDs: [UInt64: StackElementIDGenerator] = [:]
  private var nextStackElementIDs: StackElementIDGenerator?

  private var before: State?

  /// The changes of shared values that the test has not asserted.
  let timeline = SharedTimeline()

  /// The number of those after each step that the test has not asserted.
  private var sharedChanges: [UInt64: Int] = [:]

  /// The number of those that the test has asserted.
  private var assertedChanges = 0

  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    nextStackElementIDs = DependencyValues.current.stackElementID.copy
    before = state.pointee
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    guard let before = before.take() else {
      preconditionFailure("an engine tells of an action before it is reduced")
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
    announce()
  }

  func didEndEffect(startedBy step: UInt64, remaining count: Int) {
    announce()
  }

  private func announce() {
    newsCount += 1
    news.announce()
  }

  /// Takes the step of the action that was just sent.
  func takeSent() -> StoreStep<State, Action> {
    guard let step = sent else {
      preconditionFailure("an engine has reduced an action when its send returns")
    }
    sent = nil
    return step
  }

  /// Takes what gives elements of stacks the identities that a step gave them.
  func takeStackElementIDs(of step: UInt64) -> StackElementIDGenerator? {
    defer { stackElementIDs = stackElementIDs.filter { $0.key > step } }
    return stackElementIDs[step]
  }

  /// How a test sees the shared values in a step.
  ///
  /// The changes of effects before the step belong to it. Later steps may have been reduced, so that
  /// the values are others by now. Where a test need not say all, the expected values begin as those
  /// after the step.
  func sharedView(of step: UInt64, startingAfter: Bool = false) -> SharedView {
    sharedView(to: sharedChanges[step] ?? timeline.position, startingAfter)
  }

  /// How a test sees the shared values between the steps.
  func sharedView(startingAfter: Bool = false) -> SharedView {
    sharedView(to: sharedChanges.isEmpty ? timeline.position : assertedChanges, startingAfter)
  }

  private func sharedView(to end: Int, _ startingAfter: Bool) -> SharedView {
    SharedView(of: timeline, from: assertedChanges, to: end, start: startingAfter ? end : nil)
  }

  /// Takes the changes of shared values up to a step as asserted.
  func endAssertion(of step: UInt64) {
    assertedChanges = max(assertedChanges, sharedChanges[step] ?? timeline.position)
    sharedChanges = sharedChanges.filter { $0.key > step }
    timeline.forget(before: assertedChanges)
  }

  /// Takes all changes of shared values as asserted that belong to no step yet.
  func endAssertion() {
    if sharedChanges.isEmpty { assertedChanges = timeline.position }
    timeline.forget(before: assertedChanges)
  }

  /// Takes the oldest step of an action that an effect sent.
  func takeReceived() -> StoreStep<State, Action>? {
    received.isEmpty ? nil : received.removeFirst()
  }

  /// Takes the actions that effects sent and no one received.
  func takeAllReceived() -> [Action] {
    defer { received = [] }
    return received.map(\.action)
  }

  /// The actions of steps that started effects, each step once.
  func actions(of steps: [UInt64]) -> [Action] {
    var seen: Set<UInt64> = []
    return steps.filter { seen.insert($0).inserted }.compactMap { actionsWithEffects[$0] }
  }
}

/// Lets a test wait for the next step of a store, or for the end of an effect.
@MainActor
final class StepNews {
  private var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  private var waitCount: UInt64 = 0

  /// Waits for news as long as a condition holds, at most until the timeout has passed.
  func wait(atMost timeout: Duration, while condition: () -> Bool) async {
    let deadline = ContinuousClock.now + timeout
    while condition(), !Task.isCancelled, .now < deadline { await waitForOne(until: deadline) }
  }

  /// Lets all go on that wait.
  func announce() {
    let waiting = waiting.sorted { $0.key < $1.key }
    self.waiting = [:]
    for (_, continuation) in waiting { continuation.resume() }
  }

  private func waitForOne(until deadline: ContinuousClock.Instant) async {
    waitCount += 1
    let number = waitCount
    let alarm = Task { @MainActor in
      // Whether the time is over or the alarm was cancelled, there is nothing left to wait for.
      try? await Task.sleep(until: deadline, clock: .continuous)
      waiting.removeValue(forKey: number)?.resume()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[number] = $0 }
    } onCancel: {
      alarm.cancel()
    }
    alarm.cancel()
  }
}
