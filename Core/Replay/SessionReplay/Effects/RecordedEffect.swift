import DependencyInjection
import SessionModel
import Scheduling

/// An effect of a log, with its recorded events, and its progress in a replay.
@MainActor
final class RecordedEffect {
  /// A thing that an effect does, as opposed to an answer that it gets.
  enum Output {
    case called(PendingCall)
    case sent(SentAction)
    /// The store dropped an action, since the effect was canceled.
    case dropped
    case finished
    case canceled
  }

  /// An action that an effect sends in a replay.
  struct SentAction {
    let action: Any
    /// The encoded action.
    let bytes: [UInt8]
    let reduce: @MainActor () -> Void
  }

  struct Entry {
    var content: EffectEvent.Content
    /// The index among all steps and events of the log.
    let index: Int
    /// Whether this is the end of a call for which the effect's own task waited.
    var isAwaited = false
  }

  /// An output of the replay whose turn has not come.
  struct PendingOutput {
    let content: Output
    let task: Int?
    /// The index of the first entry after the last answer that had been given.
    let firstUnanswered: Int
    /// Whether earlier actions of the effect have not been reduced, each of which can cancel it.
    let followsActions: Bool
    /// The index of the log's entry that was due.
    let position: Int
    /// The index of the entry after which the effect's own task did this at once, without giving
    /// other tasks a turn; `nil` if it may have waited meanwhile.
    let cause: Int?
    /// The number of the effect that started the task, if the task no longer knows its effect.
    let starter: UInt64?
    /// Whether the effect cannot end before the task that did this.
    let isStructured: Bool
  }

  /// The number of the effect in the log.
  let recordedNumber: UInt64
  /// The number of the step that returned the effect.
  let step: UInt64
  /// The position among the effects of the step, from 1.
  let position: Int
  /// The events of the effect after its start.
  private(set) var entries = Window<Entry>()
  /// The index of the first entry that may not have been replayed.
  var next = 0
  /// The index of the first entry after the last answer that was given.
  private var firstUnanswered = 0
  /// The indices of the outputs that have been replayed.
  var done: Set<Int> = []
  var pending: [PendingOutput] = []
  /// The tasks that did something in the replay.
  private var tasks: Set<Int?> = []
  var outcomes: [UInt64: CallOutcome] = [:]
  /// The unanswered calls by their numbers in the log.
  var calls: [UInt64: PendingCall] = [:]
  /// The outcomes that were returned before their turn, by the numbers of their calls.
  var answered: Set<UInt64> = []
  private var omittedCalls: Set<UInt64> = []
  /// Whether the effect has ended in the replay.
  private(set) var hasEnded = false
  /// Whether the effect has ended after a cancellation in the replay.
  private(set) var hasEndedCanceled = false
  /// Whether a call with different arguments counts as the recorded call.
  var keepsOtherAnswers = false
  /// Whether a call of the effect threw an error whose type is not recorded.
  var hasUntypedError = false
  /// Whether the calls of the effect in the log have been changed.
  var isEdited = false
  /// The number of the effect in the replay, once it has started.
  var number: UInt64?
  /// Returns the text of the action whose step returned the effect, once the effect has started.
  var actionText: (() -> String)?
  /// Whether a part of the effect was canceled without the other parts. The order of the parts then
  /// matters.
  var hasCanceledPart = false
  /// The tasks that were canceled without the effect, in the log as in the replay: an answer that
  /// they waited for was canceled in both.
  var canceledTasks: Set<Int?> = []
  /// Whether a task of a different effect canceled it in the replay.
  var isCanceledByOther = false
  /// Whether parts of the effect made equal calls. Each may then have got the other's answer.
  var hasExchangeableCalls = false
  var callers: [EquatableCall: Int?] = [:]
  /// The reason why the effect cannot be verified; `nil` if it can.
  var obstacle: String?

  /// The task of the replay that lasts as long as the effect.
  var ownTask: Int?
  /// The job of the main actor in which `ownTask` last began or got an answer, and the index of the
  /// log's entry for that event.
  var lastTurn: (job: Int, index: Int)?
  /// The order in which answers are given; `nil` for the recorded one.
  var order: DrawnOrder?
  /// The index of the last entry of its own task that has been replayed.
  private(set) var lastOwnOutput = 0
  /// The indices of recorded outputs of tasks other than the effect's own.
  var otherTaskIndices: Set<Int> = []
  /// Whether other tasks did something in the part of the log that was read.
  private var hasOtherTasks = false
  private var calledEndpoints: Set<Int> = []
  /// The number of calls whose entries have been released.
  private var releasedCallCount = 0
  /// The index of the effect's last event in the log so far, or of its start, and whether it ended.
  private(set) var lastIndex: Int
  private(set) var isEnded = false
  /// The calls that the effect's own task made and waited for, without the calls of streams.
  private var ownCalls: Set<UInt64> = []
  let arguments: ArgumentComparison

  struct EquatableCall: Hashable {
    let endpoint: Int
    let arguments: [UInt8]
  }

  init(
    _ number: UInt64, step: UInt64, position: Int, start: Int = 0, arguments: ArgumentComparison
  ) {
    lastIndex = start
    recordedNumber = number
    self.step = step
    self.position = position
    self.arguments = arguments
  }

  func append(_ event: EffectEvent, at index: Int, isStream: Bool) {
    var entry = Entry(content: event.content, index: index)
    if case .ended(let call, _) = event.content { entry.isAwaited = ownCalls.contains(call) }
    entries.append(entry)
    lastIndex = index
    if event.isOfOtherTask {
      otherTaskIndices.insert(index)
      hasOtherTasks = true
    }
    switch event.content {
    case .called(let call, let endpoint, _):
      calledEndpoints.insert(endpoint)
      if !isStream, !event.isOfOtherTask { ownCalls.insert(call) }
    case .ended(let call, let outcome): outcomes[call] = outcome
    case .finished, .canceled, .abandoned: isEnded = true
    default: break
    }
  }

  /// Returns the number of recorded calls before an index of the log.
  func callCount(before index: Int) -> Int {
    releasedCallCount
      + entries.count { entry in
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
    if let entry = entries.firstIndex(where: { $0.index == index }) {
      entries[entry].isAwaited = false
    }
    isEdited = true
  }

  /// Returns the entries of a call that have not been replayed.
  func remainingEntries(of call: UInt64) -> [Entry] {
    entries[next...].filter { !done.contains($0.index) && $0.content.call == call }
  }

  /// Returns the first call that has not been replayed and meets a condition, after an index of the
  /// log.
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

  /// The pending calls that may be next: each is the first output of its task.
  var nextCalls: [PendingCall] {
    firstOutputs.compactMap { output in
      if case .called(let call) = output.content { call } else { nil }
    }
  }

  /// Whether the log has events of the effect at or after an index, or lacks its end.
  func isRunning(at index: Int) -> Bool { !isEnded || lastIndex >= index }

  /// Ignores the rest of a call that is not made.
  func omit(_ call: UInt64) { omittedCalls.insert(call) }

  /// Whether everything recorded of the effect has been replayed.
  var isFinished: Bool {
    entries[next...].allSatisfy { !$0.content.isOutput || done.contains($0.index) }
  }

  /// Whether the effect ended in the log, and everything recorded of it has been replayed.
  var isReplayed: Bool { isEnded && next == entries.endIndex && pending.isEmpty }

  /// Marks the output at an index of the log as replayed.
  func finishOutput(at index: Int) {
    done.insert(index)
    if otherTaskIndices.remove(index) == nil { lastOwnOutput = index }
    // Skip them here, too. Otherwise, an effect that never waits would be searched for each call.
    passReplayed()
  }

  /// Passes the entries that have been replayed, before an index of the log, and releases them.
  private func passReplayed(before index: Int = .max) {
    while next < entries.endIndex, entries[next].index < index, isReplayed(entries[next]) {
      let entry = entries[next]
      done.remove(entry.index)
      if case .ended(let call, _) = entry.content {
        outcomes[call] = nil
        if answered.remove(call) != nil { entries[next].isAwaited = false }
        ownCalls.remove(call)
      }
      next += 1
    }
    firstUnanswered = max(firstUnanswered, next)
    guard next - entries.startIndex > Self.maxPassed else { return }
    let first = pending.map(\.firstUnanswered).min().map { min($0, next) } ?? next
    releasedCallCount += entries[..<first].count { entry in
      if case .called = entry.content { true } else { false }
    }
    entries.release(before: first)
  }

  /// The maximum number of entries that are kept after they have been replayed.
  private static let maxPassed = 256

  private func isReplayed(_ entry: Entry) -> Bool {
    done.contains(entry.index) || isAnswered(entry.content)
      || entry.content.call.map(omittedCalls.contains) == true
  }

  /// Returns the next answer before an index of the log; `nil` if all have been given.
  ///
  /// Answers are given in their order, or in a drawn one as far as each call allows.
  func nextAnswer(before index: Int) -> Entry? {
    passReplayed(before: index)
    guard next < entries.endIndex, entries[next].index < index else { return nil }
    if let start = order?.start, entries[next].index > start {
      let chosen = order?.choose(of: possibleAnswers(before: index))
      if let chosen { return chosen }
    }
    // The outputs of other tasks may be due later than the answer.
    return entries[next...].first { $0.content.isAnswer && !isReplayed($0) && $0.index < index }
  }

  /// The next answers before an index of the log, one for each call that can get an answer now.
  private func possibleAnswers(before index: Int) -> [Entry] {
    var seen: Set<UInt64> = []
    return entries[next...].filter { entry in
      guard entry.index < index, entry.content.isAnswer, !isReplayed(entry),
        let number = entry.content.call, let call = calls[number], seen.insert(number).inserted
      else { return false }
      if case .ended(_, .canceled) = entry.content { return call.isCanceled }
      return call.isAwaited
    }
  }

  /// The answers that have not been given.
  var remainingAnswers: [Entry] {
    entries[next...].filter { $0.content.isAnswer && !isReplayed($0) }
  }

  /// Returns the output of a task that waited for an answer in the recording.
  func output(insteadOf answer: EffectEvent.Content) -> Output? {
    let task: Int??
    switch answer {
    case .element(let call, _): task = calls[call]?.consumer
    case .ended(let call, _): task = ownCalls.contains(call) ? ownTask : calls[call]?.consumer
    case .began, .called, .sent, .dropped, .finished, .canceled, .abandoned, .interrupted:
      task = nil
    }
    guard let task else { return nil }
    return pending.first { $0.task == task }?.content
  }

  /// Marks an answer as given.
  func finishAnswer(_ entry: Entry) {
    done.insert(entry.index)
    passReplayed()
  }

  func isAnswered(_ content: EffectEvent.Content) -> Bool {
    if case .ended(let call, _) = content { answered.contains(call) } else { false }
  }

  /// Adds an output of a task, while an entry of the log is due.
  func add(_ output: Output, by task: Int?, in tasks: EffectTasks, at position: Int) {
    self.tasks.insert(task)
    switch output {
    case .finished: hasEnded = true
    case .canceled: (hasEnded, hasEndedCanceled) = (true, true)
    case .called, .sent, .dropped: break
    }
    let isDirect = task == ownTask && lastTurn?.job == TestWork.currentMainJob
    pending.append(
      PendingOutput(
        content: output, task: task, firstUnanswered: firstUnanswered,
        followsActions: pending.contains { if case .sent = $0.content { true } else { false } },
        position: position, cause: isDirect ? lastTurn?.index : nil, starter: tasks.currentEffect,
        isStructured: tasks.isCurrentStructured))
  }

  /// Notes that the effect's own task begins or continues because of an entry of the log.
  func noteTurn(at index: Int) {
    guard let job = TestWork.currentMainJob, Task.currentIdentity == ownTask else { return }
    lastTurn = (job, index)
  }

  /// The first outputs of all tasks that are pending.
  var firstOutputs: [PendingOutput] {
    var tasks: Set<Int?> = []
    return pending.filter { tasks.insert($0.task).inserted }
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
    return calledEndpoints.contains(endpoint)
  }

  /// Takes the pending output that fits an entry, if there is one.
  ///
  /// A task does things in order. The outputs of different tasks may be recorded in any order.
  /// Calls and actions of the effect's own task are not taken for outputs of other tasks, unless
  /// `ofAnyTask` is true. A sent action must have the bytes in `action`; `nil` if it can be any.
  /// `isCanceledByItself` tells whether only the effect's own action can have canceled it.
  func takeOutput(
    for content: EffectEvent.Content, _ action: [UInt8]?, at position: Int, ofAnyTask: Bool,
    isCanceledByItself: Bool
  ) -> PendingOutput? {
    let isOther = ofAnyTask ? nil : content.isOfTask ? otherTaskIndices.contains(position) : nil
    let fitting = pending.indices.filter { index in
      let output = pending[index]
      return isOther.map { $0 == (output.task != ownTask) } ?? true
        && output.fits(content, action, arguments, isCanceledByItself)
        && !pending[..<index].contains { $0.task == output.task }
    }
    guard let index = fitting.first else { return nil }
    if case .called = content, fitting.count > 1 { hasExchangeableCalls = true }
    return pending.remove(at: index)
  }

  /// Returns the effect as one that is not verified, for a reason.
  func unverified(_ reason: String) -> UnverifiedEffect {
    UnverifiedEffect(step: step, position: position, reason: reason)
  }

  /// Whether parts of the effect ran at the same time, in the log or in the replay.
  var isConcurrent: Bool { tasks.count > 1 || hasOtherTasks }
}
