import DependencyInjection
import SessionModel

extension RecordedEffect {
  /// The index of the log's entry that was due when a call that still waits was canceled without
  /// the effect.
  var loneCancellation: Int? { calls.values.compactMap(\.loneCancellation).min() }

  /// Returns an answer that an output waited for in the recording, but not in the replay. The
  /// output is now at an index of the log.
  ///
  /// Threads reach calls in an order that differs each time. The order of events therefore proves
  /// this only within a task: the effect's own, or the consumer of a stream.
  func missedAnswer(of output: PendingOutput, at index: Int) -> EffectEvent.Content? {
    var missed: EffectEvent.Content?
    var position = output.firstUnanswered
    while position < entries.endIndex, entries[position].index < index {
      let content = entries[position].content
      switch content {
      case .element(let call, _) where calls[call]?.consumer == output.task: return content
      case .ended where entries[position].isAwaited && !isAnswered(content):
        missed = missed ?? content
      default: break
      }
      position += 1
    }
    return otherTaskIndices.contains(index) ? nil : missed
  }

  /// Returns the first unanswered recorded call of an endpoint, with equal arguments unless
  /// `arguments` is `nil`.
  private func unansweredCall(of endpoint: Int, _ arguments: [UInt8]?) -> UInt64? {
    for entry in entries[next...] where !done.contains(entry.index) {
      guard case .called(let call, endpoint, let recorded) = entry.content,
        !answered.contains(call)
      else { continue }
      let isEqual = arguments.map { self.arguments.areEqual(recorded, $0, ofCallOf: endpoint) }
      if isEqual ?? true { return call }
    }
    return nil
  }

  /// Whether the part of the log that was read has an equal unanswered call and its end.
  func hasOutcome(ofImmediateCall endpoint: Int, _ arguments: [UInt8]) -> Bool {
    unansweredCall(of: endpoint, arguments).map { outcomes[$0] != nil } ?? false
  }

  /// Returns the recorded outcome of a call whose caller waits for it without suspending.
  ///
  /// A call with different arguments, which is a divergence, gets the next answer of its endpoint.
  func outcome(ofImmediateCall endpoint: Int, _ arguments: [UInt8]) -> CallOutcome? {
    let task = Task.currentIdentity
    let equal = EquatableCall(endpoint: endpoint, arguments: arguments)
    if let caller = callers.updateValue(task, forKey: equal), caller != task {
      hasExchangeableCalls = true
    }
    let same = unansweredCall(of: endpoint, arguments)
    guard let call = same ?? unansweredCall(of: endpoint, nil) else { return nil }
    // If a different call is taken for the recorded one, the next call gets a different answer.
    if same != nil || keepsOtherAnswers { answered.insert(call) }
    return outcomes[call] ?? .unknown
  }
}

extension RecordedEffect.PendingOutput {
  @MainActor
  func fits(
    _ event: EffectEvent.Content, _ action: [UInt8]?, _ comparison: ArgumentComparison,
    _ isCanceledByItself: Bool
  ) -> Bool {
    switch (content, event) {
    case (.called(let call), .called(_, let endpoint, let arguments)):
      call.endpoint == endpoint
        && comparison.areEqual(call.arguments, arguments, ofCallOf: endpoint)
    case (.sent(let sent), .sent): action.map { $0 == sent.bytes } ?? true
    case (.dropped, .dropped), (.finished, .finished), (.canceled, .canceled): true
    // The action was sent before the cancellation this time, and is not reduced before its turn.
    case (.sent, .dropped): true
    case (.finished, .canceled): followsActions && isCanceledByItself
    default: false
    }
  }
}
