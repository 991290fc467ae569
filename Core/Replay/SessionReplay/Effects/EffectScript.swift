import DependencyInjection
import SessionModel
import SessionDocument
import SharedState

/// The steps and events of a session in their order, and the position of a replay in it.
///
/// The output of an effect is compared when its turn comes. An answer is given when the effect that
/// waits for it has to do something next. Effects therefore take turns as recorded, however the
/// system schedules them. The session is read as far as the replay needs it.
@MainActor
final class EffectScript {
  enum Item {
    /// A step, as an index into the items of the session.
    case step(Int)
    /// A change of shared values from outside. The associated value is the number of its step.
    case outside(UInt64)
    case event(RecordedEffect, EffectEvent.Content)
  }

  let header: SessionHeader
  let callText: CallText
  let tasks = EffectTasks()
  /// Adds the next item of the session. Returns `false` at the end.
  var read: (EffectScript) -> Bool = { _ in false }
  /// Releases the items of the session before an index.
  var release: (Int) -> Void = { _ in }
  /// Returns a function that returns an action as text: the action of a step of the session.
  var actionText: (Int) -> () -> String = { _ in { "an action" } }
  /// Returns the encoded action of a step of the session; `nil` if it is not compared.
  var actionBytes: (Int) -> [UInt8]? = { _ in nil }
  /// Returns how an action differs from the action of a step of the session.
  var compareAction: (Int, Any) -> ActionDifference? = { _, _ in nil }
  /// Returns whether the effect with a number was canceled in the replay.
  var isCanceled: (UInt64) -> Bool = { _ in false }
  /// Cancels the effect with a number, like code outside of the store did in the recording.
  var interrupt: (UInt64) -> Void = { _ in }

  /// The last replayed item and all read items after it, with the indices of the session's items.
  var items = Window<(item: Item, source: Int)>()
  var position = 0
  /// The indices of the last step, and of the last item that other effects have to wait for.
  var lastIndices = (step: -1, turn: -1)
  /// Whether the session continues an earlier one, whose effects it may lack.
  var isResumed = false

  /// The effects that have not been verified, in the order in which they start.
  var effects: [RecordedEffect] = []
  /// The number of verified effects, and the effects that cannot be verified.
  var verifiedCount = 0
  var unverified: [UnverifiedEffect] = []
  /// The effect that was verified last.
  var lastVerified: UInt64?
  /// The last effects that were verified and forgotten, with their steps and their positions.
  var retired: [UInt64: (step: UInt64, position: Int)] = [:]
  var recorded: [UInt64: RecordedEffect] = [:]
  var effectsOfSteps: [UInt64: StepEffects] = [:]
  var running: [UInt64: RecordedEffect] = [:]
  /// The calls that no longer know their effect, represented by an effect.
  let strays: RecordedEffect
  /// The calls that get no answer, which wait for the end of the replay.
  private var unanswered: [PendingCall] = []
  private var hasEnded = false
  private static let maxLateCalls = 100
  /// The number of calls that tasks made after the end.
  private var lateCallCounts: [Int?: Int] = [:]

  /// The effect that sent the last action, and the index after the steps that followed from it. At
  /// that index nothing else can have canceled the effect.
  private var lastSender: (effect: RecordedEffect, end: Int)?

  /// The number of the last step, and its index among the session's items.
  var lastStep: (number: UInt64, index: Int)?
  /// The step that is being reduced, and the issues of such steps.
  var reducedStep: UInt64?
  var issues: [UInt64: String] = [:]
  /// The index of the last answer that was given at the end of the log. It then replaces the
  /// position.
  var lastAnswerIndex: Int?

  /// The first effect that differed from its recording, and how.
  var difference: Difference?
  /// The differences of effects with several tasks, which the order of threads can cause.
  var doubts: [Doubt] = []
  /// Whether the rest of the session cannot be replayed, because the state may differ.
  var isStopped = false
  /// The order of tasks in which an effect is replayed, to find out whether a difference depends on
  /// it.
  let order: TaskOrder?
  /// Whether the effect of that order has ended. The rest need not be replayed then.
  var isDone = false

  /// The changes that make the log match; `nil` if the log is only verified.
  var edits: CallEdits?
  /// The log's index of the endpoint for changes of shared values.
  let changeEndpoint: Int?
  /// The effects with a change of a shared value whose turn had not come.
  private var earlyChanges: [RecordedEffect] = []
  private(set) var hasEarlyChange = false
  /// The number of steps before the first one of the session.
  let stepsBeforeStart: UInt64
  private let processProgress: StepProgress?

  init(
    header: SessionHeader, stepsBeforeStart: UInt64, progress: StepProgress?,
    order: TaskOrder? = nil
  ) {
    self.order = order
    self.header = header
    processProgress = progress
    callText = CallText(header: header, isWhole: true)
    self.stepsBeforeStart = stepsBeforeStart
    strays = RecordedEffect(
      EffectEvent.strayCalls, step: 0, position: 0, arguments: ArgumentComparison(header: header))
    strays.number = EffectEvent.strayCalls
    changeEndpoint = header.endpoints?.firstIndex { $0.name == SharedCall.change.name }
    (effects, recorded) = ([strays], [EffectEvent.strayCalls: strays])
  }

  // MARK: Turns

  /// The step or output whose turn it is; `nil` at the end.
  var current: Item? {
    guard difference == nil, !isStopped, !isDone else { return nil }
    while isRead(position) {
      // Reading ahead removes an action whose step the log does not have.
      if case .event(_, .sent) = items[position].item, !isRead(position + 1), !isRead(position) {
        continue
      }
      let item = items[position].item
      switch item {
      case .step, .outside: return item
      case .event(let effect, let content):
        if case .abandoned = content {
          effect.obstacle = effect.obstacle ?? "the session was resumed without the rest of it"
        }
        if content.isTurn, effect.obstacle == nil { return item }
        position += 1
      }
    }
    return nil
  }

  /// Takes the step that is due, and returns its index; `nil` if no step is due.
  func takeStep() -> Int? {
    guard case .step(let index)? = current else { return nil }
    position += 1
    items.release(before: position - 1)
    release(index)
    return index
  }

  /// Notes that the step taken last was received from an effect, or from a step before it.
  func noteReceivedStep() {
    if lastSender?.end == position - 1 { lastSender?.end = position }
  }

  /// Takes the change from outside that is due, and returns its step; `nil` if none is due.
  func takeOutsideChange() -> UInt64? {
    guard case .outside(let step)? = current else { return nil }
    position += 1
    return step
  }

  /// Cancels the effect that code outside of the store canceled.
  func takeInterruption(of effect: RecordedEffect) {
    effect.finishOutput(at: position)
    position += 1
    if let number = effect.number { interrupt(number) }
  }

  /// The index of the step that follows the current event, whose action the effect sends.
  var stepOfAction: Int? {
    var index = position + 1
    while isRead(index) {
      switch items[index].item {
      case .step(let step): return step
      case .event: return nil
      case .outside: index += 1
      }
    }
    return nil
  }

  /// The number of steps and events so far, by which progress is noticed.
  var progress: Int { position }

  // MARK: Effects

  func effect(_ number: UInt64) -> RecordedEffect? {
    number == EffectEvent.strayCalls ? strays : running[number]
  }

  /// Adds an output of an effect's task, and performs the outputs that are due.
  func add(_ output: RecordedEffect.Output, of effect: RecordedEffect, by task: Int?) {
    defer { noteRunning(effect) }
    guard effect.obstacle == nil else { return }
    noteCancellation(of: effect)
    effect.add(output, by: task, in: tasks, at: lastAnswerIndex ?? position)
    performDueOutputs()
    guard effect.calls(changeEndpoint), !isTurn(of: effect) else { return }
    earlyChanges.append(effect)
    hasEarlyChange = true
  }

  /// Notes whether only the current task of an effect has been canceled.
  func noteCancellation(of effect: RecordedEffect) {
    if Task.isCancelled, !wasCanceled(effect) { effect.hasCanceledPart = true }
  }

  private func isTurn(of effect: RecordedEffect) -> Bool {
    switch current {
    case .event(let other, _)?: effect === other
    case .outside?: isActionNext(of: effect)
    case .step?: false
    case nil: true
    }
  }

  /// Whether only changes from outside precede an action of an effect. The action's step notes
  /// changes that the effect made before.
  private func isActionNext(of effect: RecordedEffect) -> Bool {
    var index = position
    while isRead(index), case .outside = items[index].item { index += 1 }
    guard isRead(index), case .event(let other, .sent) = items[index].item else { return false }
    return effect === other
  }

  /// Whether an effect has changed a shared value before its turn. A step would see the change.
  func hasPendingChanges() -> Bool {
    guard !earlyChanges.isEmpty else { return false }
    earlyChanges.removeAll { $0.obstacle != nil || !$0.calls(changeEndpoint) }
    return !earlyChanges.isEmpty
  }

  /// Performs outputs whose turn it is, the first one of any task if `isOfAnyTask` is true.
  func performDueOutputs(ofAnyTask isOfAnyTask: Bool = false) {
    var isOfAnyTask = isOfAnyTask
    while case .event(let effect, let content)? = current,
      let output = effect.takeOutput(
        for: content, expectedAction(of: content), at: position, ofAnyTask: isOfAnyTask,
        isCanceledByItself: lastSender?.effect === effect && lastSender?.end == position)
    {
      if let answer = effect.missedAnswer(of: output, at: position) {
        differ(at: effect, unawaited(answer, before: output.content, of: effect))
        return
      }
      isOfAnyTask = false
      effect.finishOutput(at: position)
      position += 1
      processProgress?.read()
      switch (output.content, content) {
      case (.called(let pending), .called(let call, _, _)): effect.calls[call] = pending
      case (.sent(let action), .sent):
        lastSender = (effect, position)
        action.reduce()
      case (.finished, _), (.canceled, _): retire(effect)
      default: break
      }
    }
  }

  /// Returns the bytes of the action that an event must send; `nil` if any action is accepted, or
  /// none.
  private func expectedAction(of content: EffectEvent.Content) -> [UInt8]? {
    guard case .sent = content else { return nil }
    return stepOfAction.flatMap { actionBytes($0) }
  }

  /// Skips an action that was dropped in the recording, and that the effect does not send now.
  ///
  /// The moment at which a task notices its cancellation differs each time.
  func skipDroppedAction(of effect: RecordedEffect) {
    effect.finishOutput(at: position)
    position += 1
  }

  /// Notes the effect that continues, for a process that watches this one.
  func noteRunning(_ effect: RecordedEffect?) {
    processProgress?.run(effect?.position ?? 0, of: effect?.step ?? 0)
  }

  /// Notes the step that is being reduced, for a process that watches this one.
  func noteReducing(_ step: UInt64) {
    processProgress?.run(0, of: step)
  }

  /// Returns whether an effect was canceled in the replay, even if it has ended since.
  func wasCanceled(_ effect: RecordedEffect) -> Bool {
    effect.hasEndedCanceled || effect.number.map(isCanceled) == true
  }

  // MARK: Ending

  /// Waits until the replay ends.
  func waitForEnd() async {
    guard !hasEnded else { return }
    let call = PendingCall(endpoint: -1, arguments: [])
    unanswered.append(call)
    _ = await call.waitForOutcome()
  }

  /// Notes a call without an answer after the end. Returns whether the task may continue to its own
  /// end. A task that makes calls in an endless loop has no end.
  func mayEnd(_ task: Int?) -> Bool {
    lateCallCounts[task, default: 0] += 1
    return lateCallCounts[task, default: 0] <= Self.maxLateCalls
  }

  /// Ends all calls that are still waiting, to let their tasks end.
  func cancelCalls() {
    hasEnded = true
    for effect in effects {
      effect.obstacle = effect.obstacle ?? "the replay has ended"
      for call in effect.calls.values { call.end(with: .canceled) }
      for case .called(let call) in effect.pending.lazy.map(\.content) { call.end(with: .canceled) }
      effect.calls = [:]
      effect.pending = []
    }
    for call in unanswered { call.end(with: .canceled) }
    unanswered = []
  }
}
