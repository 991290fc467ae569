import DependencyInjection
import SessionModel
import SessionReading
import SessionReplay
import SharedState

/// The steps and events of a log in their order, and the position of a replay in it.
///
/// What an effect does is compared when its turn comes. An answer is given when the effect that
/// waits for it has to do something next, so that effects take turns as they did when recorded,
/// however the system schedules them.
@MainActor
final class EffectScript {
  enum Item {
    /// A step, as an index into the steps of the log.
    case step(Int)
    /// A change of shared values from outside, as the number of its step.
    case outside(UInt64)
    case event(RecordedEffect, EffectEvent.Content)
  }

  struct Difference {
    let effect: RecordedEffect
    let call: CallDivergence
    /// The number of calls that the effect made before.
    let callCount: Int
    /// The last step before, as an index into the session's items.
    let step: Int?
    /// The index of the script's entry that was due.
    let index: Int
    /// The call that the effect made instead of the recorded one.
    let actualCall: PendingCall?
  }

  let header: SessionHeader
  let callText: CallText
  /// Returns the action of a step of the log as text.
  var actionText: (Int) -> String = { _ in "an action" }
  /// Returns whether the effect with a number was canceled in the replay.
  var isCanceled: (UInt64) -> Bool = { _ in false }
  private(set) var effects: [RecordedEffect] = []
  var items: [Item] = []
  /// The changes that make the log match; `nil` if it is only verified.
  var edits: CallEdits?
  private var recorded: [UInt64: RecordedEffect] = [:]
  /// The effects by the numbers of their steps, in the order in which they start.
  private var effectsOfSteps: [UInt64: [RecordedEffect]] = [:]
  private var started: [UInt64: Int] = [:]
  private var running: [UInt64: RecordedEffect] = [:]
  var position = 0
  /// The step that is being reduced, and the issues of such steps.
  var reducedStep: UInt64?
  private var issues: [UInt64: String] = [:]
  /// The calls that get no answer, which wait for the end of the replay.
  private var unanswered: [PendingCall] = []
  /// The effect whose action is about to be reduced.
  private var sender: RecordedEffect?
  /// The first effect that did something else than recorded, and how.
  private(set) var difference: Difference?
  /// Whether the rest of the log cannot be replayed, since the state may be another.
  private(set) var isStopped = false

  /// The log's index of the endpoint for changes of shared values.
  private let changeEndpoint: Int?
  /// The effects with a change of a shared value whose turn had not come.
  private var earlyChanges: [RecordedEffect] = []
  private var hasEarlyChange = false
  /// The number of steps before the first one of the log.
  private let stepsBeforeStart: UInt64
  private let processProgress: StepProgress?
  /// The signal to a replay that does not control the order of tasks.
  var activity: EffectActivity?

  init(header: SessionHeader, stepsBeforeStart: UInt64, progress: StepProgress?) {
    self.header = header
    processProgress = progress
    callText = CallText(header: header, isWhole: true)
    self.stepsBeforeStart = stepsBeforeStart
    changeEndpoint = header.endpoints?.firstIndex { $0.name == SharedCall.change.name }
  }

  // MARK: Reading

  func append(step index: Int) {
    items.append(.step(index))
  }

  func append(outside step: UInt64) {
    items.append(.outside(step))
  }

  /// Adds the next event of the log.
  func append(_ event: EffectEvent) {
    defer { edits?.eventCount += 1 }
    // The log of a ring may start after the step that returned the effect.
    if case .began(let step) = event.content {
      guard step > stepsBeforeStart else { return }
      let position = (effectsOfSteps[step]?.count ?? 0) + 1
      let effect = RecordedEffect(
        event.effect, step: step, position: position, arguments: ArgumentComparison(header: header))
      effect.keepsOtherAnswers = edits != nil
      recorded[event.effect] = effect
      effects.append(effect)
      effectsOfSteps[step, default: []].append(effect)
      return
    }
    guard let effect = recorded[event.effect] else { return }
    let isStream =
      if case .called(_, let endpoint, _) = event.content { self.isStream(endpoint) } else { false }
    effect.append(event, at: items.count, isStream: isStream)
    edits?.noteItem(items.count)
    items.append(.event(effect, event.content))
  }

  /// Ignores the last event if it is an action, whose step the log does not have.
  func dropUnfinishedAction() {
    if case .event(let effect, .sent)? = items.last {
      items.removeLast()
      effect.dropLast()
    }
  }

  // MARK: Replaying

  /// The step or output whose turn it is; `nil` at the end.
  var current: Item? {
    guard difference == nil, !isStopped else { return nil }
    while position < items.count {
      switch items[position] {
      case .step, .outside: return items[position]
      case .event(let effect, let content):
        if case .abandoned = content {
          effect.obstacle = effect.obstacle ?? "the session was resumed without the rest of it"
        }
        if content.isOutput, effect.obstacle == nil { return items[position] }
        position += 1
      }
    }
    return nil
  }

  /// Takes the step whose turn it is, if it is a step's.
  func takeStep() -> Int? {
    guard case .step(let index)? = current else { return nil }
    position += 1
    return index
  }

  /// Takes the change from outside whose turn it is, if it is a change's.
  func takeOutsideChange() -> UInt64? {
    guard case .outside(let step)? = current else { return nil }
    position += 1
    return step
  }

  /// The action of the step that follows the current event, as text.
  var nextActionText: String {
    for item in items.dropFirst(position + 1) {
      switch item {
      case .step(let index): return "the action \(actionText(index))"
      case .event: return "an action"
      case .outside: continue
      }
    }
    return "an action"
  }

  /// The number of steps and events in the script.
  var itemCount: Int { items.count }

  /// The number of steps and events so far, by which progress is noticed.
  var progress: Int { position }

  /// Assigns an effect of the store to the recorded one.
  func begin(_ number: UInt64, startedBy step: UInt64) {
    let index = started[step, default: 0]
    started[step] = index + 1
    guard let effects = effectsOfSteps[step], index < effects.count else {
      edits?.newEffects[number] = (step, index + 1)
      return
    }
    let effect = effects[index]
    noteRunning(effect)
    effect.number = number
    running[number] = effect
    if let issue = issues[step] { effect.obstacle = effect.obstacle ?? issue }
  }

  /// Notes that an effect uses what a replay cannot observe, or that the reducer does that is
  /// running. This reason replaces others.
  func block(_ obstacle: String, of number: UInt64?) {
    if let number {
      running[number]?.obstacle = obstacle
    } else if let reducedStep {
      issues[reducedStep] = obstacle
    }
  }

  /// The maximum length of an issue in a report, which may contain a state.
  private static let maxIssueLength = 240

  /// Notes the issue of a dependency in an effect, or while the reducer runs that returns one.
  func note(_ issue: String, of number: UInt64?) {
    let text = issue.split(separator: "\n").first.map(String.init) ?? ""
    let end = text.firstRange(of: ". ")?.lowerBound ?? text.endIndex
    let sentence = text[..<end]
    let isLong = sentence.count > Self.maxIssueLength
    let reason =
      "it uses something that is not in the log: \(sentence.prefix(Self.maxIssueLength))"
      + (isLong ? "…" : "")
    if let number {
      if let effect = running[number] { effect.obstacle = effect.obstacle ?? reason }
    } else if let reducedStep {
      issues[reducedStep] = issues[reducedStep] ?? reason
    }
  }

  func effect(_ number: UInt64) -> RecordedEffect? { running[number] }

  /// Adds what a task of an effect has done, and performs what it is the turn of.
  func add(_ output: RecordedEffect.Output, of effect: RecordedEffect, by task: Int?) {
    defer {
      noteRunning(effect)
      activity?.note()
    }
    guard effect.obstacle == nil else { return }
    effect.add(output, by: task)
    performDueOutputs()
    guard effect.calls(changeEndpoint), !isTurn(of: effect) else { return }
    earlyChanges.append(effect)
    hasEarlyChange = true
  }

  private func isTurn(of effect: RecordedEffect) -> Bool {
    switch current {
    case .event(let other, _)?: effect === other
    case .outside?: isActionNext(of: effect)
    case .step?: false
    case nil: true
    }
  }

  /// Whether only changes from outside precede an action of an effect. Its step notes changes that
  /// the effect made before.
  private func isActionNext(of effect: RecordedEffect) -> Bool {
    let next = items[position...].first { if case .outside = $0 { false } else { true } }
    if case .event(let other, .sent)? = next { return effect === other }
    return false
  }

  /// Whether an effect has changed a shared value before its turn, so that a step would see it.
  func hasPendingChanges() -> Bool {
    guard !earlyChanges.isEmpty else { return false }
    earlyChanges.removeAll { $0.obstacle != nil || !$0.calls(changeEndpoint) }
    return !earlyChanges.isEmpty
  }

  /// Performs outputs whose turn it is, the first one of any task if `isOfAnyTask` is true.
  func performDueOutputs(ofAnyTask isOfAnyTask: Bool = false) {
    var isOfAnyTask = isOfAnyTask
    while case .event(let effect, let content)? = current,
      let output = effect.takeOutput(for: content, at: position, ofAnyTask: isOfAnyTask)
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
      case (.sent(let reduce), .sent):
        sender = effect
        reduce()
        sender = nil
      default: break
      }
    }
  }

  /// Skips an action that an effect was recorded to send in vain, and does not send now.
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

  /// Returns the effect that sent the action of the current step, if one did.
  func takeSender() -> RecordedEffect? { sender.take() }

  /// Notes that an effect did something else. The replay ends there.
  func differ(at effect: RecordedEffect, _ call: CallDivergence) {
    // The values then depend on the order in which threads reach them.
    guard !hasEarlyChange, !(effect.isConcurrent && effect.hasCalled(changeEndpoint)) else {
      return stop(at: effect, "shared values were changed at the same time, in another order")
    }
    if let doubt = doubt(about: effect) {
      effect.obstacle = doubt
      return
    }
    // An effect that catches errors of one type does not recognize the replayed error.
    let note = effect.hasUntypedError ? ", after an error whose type is not in the log" : ""
    let call = CallDivergence(
      position: call.position, cause: call.cause, expected: call.expected,
      actual: call.actual + note, difference: note.isEmpty ? call.difference : nil)
    guard difference == nil else { return }
    var actualCall: PendingCall?
    if call.cause == .otherCall, case .called(let pending)? = effect.pending.first?.content {
      actualCall = pending
    }
    difference = Difference(
      effect: effect, call: call, callCount: effect.callCount(before: position), step: lastStep,
      // The step of an action is taken before its action is compared.
      index: call.cause == .otherAction ? position - 1 : position, actualCall: actualCall)
  }

  /// The last step before the current position, as an index into the session's items.
  private var lastStep: Int? {
    for case .step(let index) in items[..<position].reversed() { return index }
    return nil
  }

  /// Returns why something else of an effect may come from threads and not from a change.
  private func doubt(about effect: RecordedEffect) -> String? {
    guard effect.isConcurrent else { return nil }
    if wasCanceled(effect) {
      return "its concurrent parts notice its cancellation in any order"
    }
    return effect.hasExchangeableCalls ? "its concurrent parts make equal calls in any order" : nil
  }

  /// Returns whether an effect was canceled in the replay, even if it has ended since.
  func wasCanceled(_ effect: RecordedEffect) -> Bool {
    effect.number.map(isCanceled) == true || effect.hasCanceledOutput
  }

  /// Ends the replay without a divergence, with a reason why an effect is not verified.
  func stop(at effect: RecordedEffect, _ obstacle: String) {
    for other in effects where other.obstacle == nil && !other.isFinished {
      other.obstacle =
        "the replay ended before it, at effect \(effect.position) of step \(effect.step)"
    }
    effect.obstacle = obstacle
    isStopped = true
  }

  // MARK: Ending

  /// Waits until the replay ends.
  func waitForEnd() async {
    let call = PendingCall(endpoint: -1, arguments: [], activity)
    unanswered.append(call)
    _ = await call.waitForOutcome()
  }

  /// Ends all calls that are still waiting, so that their tasks can end.
  func cancelCalls() {
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

  /// Returns the first effect that does more than is recorded, though the log shows that it waited.
  ///
  /// Others may have been about to do that when the log ended.
  func additional() -> (effect: RecordedEffect, output: RecordedEffect.Output)? {
    for effect in effects where effect.obstacle == nil {
      guard let output = effect.pending.first, let last = effect.entries.last,
        case .called = last.content, last.index < items.count - 1
      else { continue }
      return (effect, output.content)
    }
    return nil
  }
}
