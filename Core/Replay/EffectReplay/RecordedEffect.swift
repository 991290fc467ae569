import DependencyInjection
import SessionModel

/// An effect of a log, with what it did, and what it has done so far in a replay.
@MainActor
final class RecordedEffect {
  /// A thing that an effect does, as opposed to an answer that it gets.
  enum Output {
    case called(PendingCall)
    /// The closure reduces the action.
    case sent(@MainActor () -> Void)
    /// The store dropped an action, since the effect was canceled.
    case dropped
    case finished
    case canceled
  }

  struct Entry {
    var content: EffectEvent.Content
    /// The index among all steps and events of the log.
    let index: Int
  }

  /// An output of the replay whose turn has not come.
  struct PendingOutput {
    let content: Output
    let task: Int?
    /// The index of the first entry after the last answer that had been given.
    let firstUnanswered: Int
    /// Whether earlier actions of the effect have not been reduced, each of which can cancel it.
    let followsActions: Bool
  }

  /// The number of the effect in the log.
  let recordedNumber: UInt64
  /// The number of the step that returned the effect.
  let step: UInt64
  /// The position among the effects of the step, from 1.
  let position: Int
  /// The events of the effect after its start.
  private(set) var entries: [Entry] = []
  /// The index of the first entry that may not have been replayed.
  private var next = 0
  /// The index of the first entry after the last answer that was given.
  private var firstUnanswered = 0
  /// The indices of the outputs that have been replayed.
  private var done: Set<Int> = []
  var pending: [PendingOutput] = []
  /// The tasks that did something in the replay.
  private var tasks: Set<Int?> = []
  private var outcomes: [UInt64: CallOutcome] = [:]
  /// The unanswered calls by their numbers in the log.
  var calls: [UInt64: PendingCall] = [:]
  /// The outcomes that were returned before their turn, by the numbers of their calls.
  var answered: Set<UInt64> = []
  /// Whether calls with other arguments than recorded are taken for the recorded ones.
  var keepsOtherAnswers = false
  /// Whether a call of the effect threw an error whose type is not recorded.
  var hasUntypedError = false
  /// Whether the calls of the effect in the log have been changed.
  var isEdited = false
  /// The number of the effect in the replay, once it has started.
  var number: UInt64?
  /// Whether parts of the effect made equal calls, so that each may have got the other's answer.
  private(set) var hasExchangeableCalls = false
  private var callers: [EquatableCall: Int?] = [:]
  /// The reason why the effect cannot be verified; `nil` if it can.
  var obstacle: String?

  /// The task of the replay that lasts as long as the effect.
  var ownTask: Int?
  /// The indices of recorded outputs of other tasks than that.
  private var otherTaskIndices: Set<Int> = []
  /// The calls that the effect's own task made and waited for, without those of streams.
  private var ownCalls: Set<UInt64> = []
  private let arguments: ArgumentComparison

  private struct EquatableCall: Hashable {
    let endpoint: Int
    let arguments: [UInt8]
  }

  init(_ number: UInt64, step: UInt64, position: Int, arguments: ArgumentComparison) {
    recordedNumber = number
    self.step = step
    self.position = position
    self.arguments = arguments
  }

  func append(_ event: EffectEvent, at index: Int, isStream: Bool) {
    entries.append(Entry(content: event.content, index: index))
    if event.isOfOtherTask { otherTaskIndices.insert(index) }
    switch event.content {
    case .called(let call, _, _) where !isStream && !event.isOfOtherTask: ownCalls.insert(call)
    case .ended(let call, let outcome): outcomes[call] = outcome
    default: break
    }
  }

  /// Returns the number of recorded calls before an index of the log.
  func callCount(before index: Int) -> Int {
    entries.count { entry in
      if case .called = entry.content { entry.index < index } else { false }
    }
  }

  func dropLast() {
    entries.removeLast()
  }

  /// Changes the entry at an index of the log.
  func replace(at index: Int, with content: EffectEvent.Content) {
    guard let entry = entries.firstIndex(where: { $0.index == index }) else { return }
    entries[entry].content = content
    isEdited = true
  }

  /// Ignores the entry at an index of the log.
  func leaveOut(at index: Int) {
    done.insert(index)
    isEdited = true
  }

  /// Returns the entries of a call that have not been replayed.
  func remainingEntries(of call: UInt64) -> [Entry] {
    entries[next...].filter { !done.contains($0.index) && $0.content.call == call }
  }

  /// Returns the first call after an index of the log that has not been replayed and meets a
  /// condition.
  func call(
    after index: Int, where isWanted: (_ endpoint: Int, _ arguments: [UInt8]) -> Bool
  ) -> UInt64? {
    for entry in entries[next...] where entry.index > index && !done.contains(entry.index) {
      if case .called(let call, let endpoint, let arguments) = entry.content,
        isWanted(endpoint, arguments)
      {
        return call
      }
    }
    return nil
  }

  /// The pending calls that may be the next, which are the first output of their task.
  var nextCalls: [PendingCall] {
    var tasks: Set<Int?> = []
    return pending.compactMap { output in
      guard tasks.insert(output.task).inserted, case .called(let call) = output.content else {
        return nil
      }
      return call
    }
  }

  /// Whether everything recorded of the effect has been replayed.
  var isFinished: Bool { entries.allSatisfy { !$0.content.isOutput || done.contains($0.index) } }

  /// Marks the output at an index of the log as replayed.
  func finishOutput(at index: Int) {
    done.insert(index)
    // Skipped here too, so that an effect that never waits isn't searched again for each call.
    while next < entries.count, isReplayed(entries[next]) { next += 1 }
    firstUnanswered = max(firstUnanswered, next)
  }

  private func isReplayed(_ entry: Entry) -> Bool {
    done.contains(entry.index) || isAnswered(entry.content)
  }

  /// Returns the next answer before an index of the log; `nil` if all have been given.
  func nextAnswer(before index: Int) -> EffectEvent.Content? {
    while next < entries.count, entries[next].index < index {
      let entry = entries[next]
      guard isReplayed(entry) else { return entry.content }
      next += 1
    }
    return nil
  }

  /// The answers that have not been given.
  var remainingAnswers: [Entry] {
    entries[next...].filter { !$0.content.isOutput && !isReplayed($0) }
  }

  /// Returns an output of the task that waited for an answer instead when it was recorded.
  func output(insteadOf answer: EffectEvent.Content) -> Output? {
    let task: Int??
    switch answer {
    case .element(let call, _): task = calls[call]?.consumer
    case .ended(let call, _): task = ownCalls.contains(call) ? ownTask : calls[call]?.consumer
    case .began, .called, .sent, .dropped, .finished, .canceled, .abandoned: task = nil
    }
    guard let task else { return nil }
    return pending.first { $0.task == task }?.content
  }

  /// Whether the log has an answer to a call that was not given yet.
  func hasAnswer(to call: UInt64) -> Bool {
    entries[next...].contains { entry in
      switch entry.content {
      case .element(call, _), .ended(call, _): true
      default: false
      }
    }
  }

  /// Marks the answer that `nextAnswer` returned as given.
  func finishAnswer() {
    next += 1
    firstUnanswered = next
  }

  private func isAnswered(_ content: EffectEvent.Content) -> Bool {
    if case .ended(let call, _) = content { answered.contains(call) } else { false }
  }

  /// Adds an output of a task.
  func add(_ output: Output, by task: Int?) {
    tasks.insert(task)
    pending.append(
      PendingOutput(
        content: output, task: task, firstUnanswered: firstUnanswered,
        followsActions: pending.contains { if case .sent = $0.content { true } else { false } }))
  }

  /// Whether a call of an endpoint is pending.
  func calls(_ endpoint: Int?) -> Bool {
    guard let endpoint else { return false }
    return pending.contains { output in
      if case .called(let call) = output.content { call.endpoint == endpoint } else { false }
    }
  }

  /// Whether the effect calls an endpoint in the log.
  func hasCalled(_ endpoint: Int?) -> Bool {
    guard let endpoint else { return false }
    return entries.contains { entry in
      if case .called(_, endpoint, _) = entry.content { true } else { false }
    }
  }

  /// Takes the pending output that fits an entry, if there is one.
  ///
  /// A task does things in order. Those of different tasks may be recorded in any order. Calls and
  /// actions of the effect's own task are not taken for those of others, unless `ofAnyTask` is true.
  func takeOutput(
    for content: EffectEvent.Content, at position: Int, ofAnyTask: Bool = false
  ) -> PendingOutput? {
    let isOther = ofAnyTask ? nil : content.isOfTask ? otherTaskIndices.contains(position) : nil
    guard let index = indexOfOutput(for: content, isOther: isOther, from: 0) else { return nil }
    if case .called = content,
      indexOfOutput(for: content, isOther: isOther, from: index + 1) != nil
    {
      hasExchangeableCalls = true
    }
    return pending.remove(at: index)
  }

  /// Returns the index of a pending output that fits an entry and is the first of its task.
  private func indexOfOutput(
    for content: EffectEvent.Content, isOther: Bool?, from start: Int
  ) -> Int? {
    pending[start...].indices.first { index in
      let output = pending[index]
      return isOther.map { $0 == (output.task != ownTask) } ?? true
        && output.fits(content, arguments)
        && !pending[..<index].contains { $0.task == output.task }
    }
  }

  /// Whether the effect has ended after a cancellation, which is not its turn yet.
  var hasCanceledOutput: Bool {
    pending.contains { output in if case .canceled = output.content { true } else { false } }
  }

  /// Whether parts of the effect ran at the same time, in the log or in the replay.
  var isConcurrent: Bool { tasks.count > 1 || !otherTaskIndices.isEmpty }

  /// Returns an answer that an output, now at an index of the log, did not wait for although it
  /// did when it was recorded.
  ///
  /// Threads reach calls in an order that differs each time, so the order of events proves that only
  /// within a task: the effect's own, or the one that consumes a stream.
  func missedAnswer(of output: PendingOutput, at index: Int) -> EffectEvent.Content? {
    var missed: EffectEvent.Content?
    var position = output.firstUnanswered
    while entries[position].index < index {
      if done.contains(entries[position].index) {
        position += 1
        continue
      }
      let content = entries[position].content
      switch content {
      case .element(let call, _) where calls[call]?.consumer == output.task: return content
      case .ended(let call, _) where ownCalls.contains(call) && !isAnswered(content):
        missed = missed ?? content
      default: break
      }
      position += 1
    }
    return otherTaskIndices.contains(index) ? nil : missed
  }

  /// Returns the recorded outcome of a call whose caller waits for it without suspending.
  ///
  /// A call with other arguments, which is a divergence, gets the next answer of its endpoint.
  func outcome(ofImmediateCall endpoint: Int, _ arguments: [UInt8]) -> CallOutcome? {
    let task = Task.currentIdentity
    let equal = EquatableCall(endpoint: endpoint, arguments: arguments)
    if let caller = callers.updateValue(task, forKey: equal), caller != task {
      hasExchangeableCalls = true
    }
    var other: (call: UInt64, outcome: CallOutcome)?
    for entry in entries[next...] where !done.contains(entry.index) {
      guard case .called(let call, endpoint, let recorded) = entry.content,
        !answered.contains(call)
      else { continue }
      let outcome = outcomes[call] ?? .unknown
      if self.arguments.areEqual(recorded, arguments, ofCallOf: endpoint) {
        answered.insert(call)
        return outcome
      }
      other = other ?? (call, outcome)
    }
    // If such a call is taken for the recorded one, the next call gets another answer.
    if let other, keepsOtherAnswers { answered.insert(other.call) }
    return other?.outcome
  }
}

extension RecordedEffect.PendingOutput {
  @MainActor
  fileprivate func fits(
    _ event: EffectEvent.Content, _ comparison: ArgumentComparison
  ) -> Bool {
    switch (content, event) {
    case (.called(let call), .called(_, let endpoint, let arguments)):
      call.endpoint == endpoint
        && comparison.areEqual(call.arguments, arguments, ofCallOf: endpoint)
    case (.sent, .sent), (.dropped, .dropped), (.finished, .finished), (.canceled, .canceled): true
    // One that was sent before the cancellation now, and is not reduced before its turn.
    case (.sent, .dropped): true
    case (.finished, .canceled): followsActions
    default: false
    }
  }
}
