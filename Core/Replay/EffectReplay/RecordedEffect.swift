import SessionModel

/// An effect of a log, with what it did, and what it has done so far in a replay.
@MainActor
final class RecordedEffect {
  /// A thing that an effect does, as opposed to an answer that it gets.
  enum Output {
    case called(PendingCall)
    /// The closure reduces the action.
    case sent(@MainActor () -> Void)
    case finished
    case canceled
  }

  struct Entry {
    let content: EffectEvent.Content
    /// The index among all steps and events of the log.
    let index: Int
  }

  /// The number of the step that returned the effect.
  let step: UInt64
  /// The position among the effects of the step, from 1.
  let position: Int
  /// What is recorded after the start of the effect.
  private(set) var entries: [Entry] = []
  /// The index of the first entry that may not have been replayed.
  private var next = 0
  /// The indices of the outputs that have been replayed.
  private var done: Set<Int> = []
  /// The outputs of the replay whose turn has not come.
  var pending: [Output] = []
  /// The unanswered calls by their numbers in the log.
  var calls: [UInt64: PendingCall] = [:]
  /// The outcomes that were returned before their turn, by the numbers of their calls.
  var answered: Set<UInt64> = []
  /// The reason why the effect cannot be verified; `nil` if it can.
  var obstacle: String?

  /// Whether the effect waited for one thing at a time, as far as the log shows.
  ///
  /// The order in which threads reach a call, or continue with its answer, differs each time. What
  /// concurrent parts of an effect do is therefore only compared with what each part can do.
  var isSequential: Bool { waits.areSequential }
  private var waits = RecordedWaits()

  init(step: UInt64, position: Int) {
    self.step = step
    self.position = position
  }

  func append(_ content: EffectEvent.Content, at index: Int, isStream: Bool) {
    entries.append(Entry(content: content, index: index))
    waits.append(content, isStream: isStream)
  }

  func dropLast() {
    entries.removeLast()
  }

  /// Whether everything recorded of the effect has been replayed.
  var isFinished: Bool { entries.allSatisfy { !$0.content.isOutput || done.contains($0.index) } }

  /// Marks the output at an index of the log as replayed.
  func finishOutput(at index: Int) {
    done.insert(index)
  }

  /// Returns the next answer before an index of the log; `nil` if all have been given.
  func nextAnswer(before index: Int) -> EffectEvent.Content? {
    while next < entries.count, entries[next].index < index {
      let entry = entries[next]
      guard done.contains(entry.index) || isAnswered(entry.content) else { return entry.content }
      next += 1
    }
    return nil
  }

  /// Marks the answer that `nextAnswer` returned as given.
  func finishAnswer() {
    next += 1
  }

  private func isAnswered(_ content: EffectEvent.Content) -> Bool {
    if case .ended(let call, _) = content { answered.contains(call) } else { false }
  }

  /// Takes the pending output that fits an entry, if there is one.
  ///
  /// Calls that are in progress at the same time may have begun in any order.
  func takeOutput(for content: EffectEvent.Content) -> Output? {
    for (index, output) in pending.enumerated() {
      if output.fits(content) { return pending.remove(at: index) }
      guard isSequential ? output.isCall && content.isCall : isExpected(output) else { return nil }
    }
    return nil
  }

  /// Whether an output is recorded later on.
  private func isExpected(_ output: Output) -> Bool {
    entries.contains { !done.contains($0.index) && output.fits($0.content) }
  }

  /// Returns the recorded outcome of a call whose caller waits for it without suspending.
  ///
  /// A call with other arguments, which is a divergence, gets the next answer of its endpoint.
  func outcome(ofImmediateCall endpoint: Int, _ arguments: [UInt8]) -> CallOutcome? {
    var other: CallOutcome?
    for entry in entries[next...] where !done.contains(entry.index) {
      guard case .called(let call, endpoint, let recorded) = entry.content,
        !answered.contains(call)
      else { continue }
      let outcome = outcome(of: call)
      if recorded == arguments {
        answered.insert(call)
        return outcome
      }
      other = other ?? outcome
    }
    return other
  }

  private func outcome(of call: UInt64) -> CallOutcome {
    for case .ended(call, let outcome) in entries.lazy.map(\.content) { return outcome }
    return .unknown
  }
}

extension RecordedEffect.Output {
  var isCall: Bool {
    if case .called = self { true } else { false }
  }

  @MainActor
  fileprivate func fits(_ content: EffectEvent.Content) -> Bool {
    switch (self, content) {
    case (.called(let call), .called(_, let endpoint, let arguments)):
      call.endpoint == endpoint && call.arguments == arguments
    case (.sent, .sent), (.finished, .finished), (.canceled, .canceled): true
    default: false
    }
  }
}
