import SessionModel
import SessionDocument

extension EffectScript {
  /// Gives an effect the next answer that was recorded before its current turn.
  ///
  /// Returns `false` if there is none. If the effect is stuck, other effects get the answers that
  /// precede it in the log, because they may then let it continue. If it isn't stuck, it gets only
  /// answers that it already waits for.
  func answer(_ effect: RecordedEffect, isStuck: Bool = true) -> Bool {
    guard let entry = effect.nextAnswer(before: position) else {
      return isStuck
        && (endStreams(of: effect) || answerOther(than: effect, before: position)
          || endStreams(of: strays))
    }
    if give(entry, to: effect, isStuck: isStuck) { return true }
    return isStuck && answerOther(than: effect, before: entry.index)
  }

  /// Gives an effect an answer. Returns `false` if the effect cannot get it yet.
  ///
  /// A cancellation is only given if something in the replay has caused it.
  private func give(
    _ entry: RecordedEffect.Entry, to effect: RecordedEffect, isStuck: Bool
  ) -> Bool {
    guard let number = entry.content.call, let call = effect.calls[number], !call.hasElement,
      isStuck || call.isAwaited
    else { return false }
    switch entry.content {
    case .element(_, let value): call.deliver(element: value)
    case .ended(_, let outcome):
      guard outcome != .canceled || call.isCanceled else { return false }
      if outcome == .unknown { effect.obstacle = "an answer is not in the log" }
      if outcome.isUntypedError { effect.hasUntypedError = true }
      if call.loneCancellation != nil {
        if outcome == .canceled, !wasCanceled(effect) {
          effect.canceledTasks.insert(call.waiter)
        } else {
          effect.obstacle = Self.canceledPart
        }
      }
      effect.calls[number] = nil
      call.end(with: outcome)
    default: return false
    }
    effect.finishAnswer(entry)
    return true
  }

  static let canceledPart = "a part of it is canceled that continues in the log"

  /// Returns the recorded outcome of a call whose caller waits for it without suspending.
  func outcome(of effect: RecordedEffect, _ endpoint: Int, _ arguments: [UInt8]) -> CallOutcome? {
    var index = -1
    readAhead {
      guard effect.lastIndex != index else { return false }
      index = effect.lastIndex
      return effect.hasOutcome(ofImmediateCall: endpoint, arguments)
    }
    return effect.outcome(ofImmediateCall: endpoint, arguments)
  }

  /// Gives a different effect the first answer for which it waits, before an index of the log.
  private func answerOther(than effect: RecordedEffect, before index: Int) -> Bool {
    let next = effects.filter { $0 !== effect && $0.number != nil && $0.obstacle == nil }
      .compactMap { other in other.nextAnswer(before: index).map { (effect: other, entry: $0) } }
      .sorted { $0.entry.index < $1.entry.index }
    return next.contains { give($0.entry, to: $0.effect, isStuck: false) }
  }

  /// The call that an effect waits for, if the log has a cancellation of the call, and nothing has
  /// canceled it in the replay.
  func callToCancel(of effect: RecordedEffect) -> PendingCall? {
    guard case .ended(let number, .canceled)? = effect.nextAnswer(before: position)?.content,
      let call = effect.calls[number], !call.isCanceled
    else { return nil }
    return call
  }

  /// The last answers of all effects in the log, in the order of the log.
  ///
  /// The log may lack the outputs that follow from these answers, only because it ends.
  var lastAnswers: [(effect: RecordedEffect, entry: RecordedEffect.Entry)] {
    guard difference == nil, !isStopped else { return [] }
    let answers = effects.filter { $0.number != nil && $0.obstacle == nil }.flatMap { effect in
      effect.remainingAnswers.prefix { !$0.content.isUnknown }.map { (effect: effect, entry: $0) }
    }
    return answers.sorted { $0.entry.index < $1.entry.index }
  }

  /// Gives an effect one of its last answers, or notes that the effect did something instead of
  /// waiting for it. Returns `false` if neither happened.
  func giveLastAnswer(_ entry: RecordedEffect.Entry, to effect: RecordedEffect) -> Bool {
    lastAnswerIndex = entry.index
    // In the recording, the effect may have been canceled after the answer.
    if !wasCanceled(effect), let output = effect.output(insteadOf: entry.content) {
      differ(at: effect, unawaited(entry.content, before: output, of: effect))
      return true
    }
    return answer(effect, isStuck: false)
  }

  /// Ends the streams whose canceled consumer waits for an element that the log does not have.
  ///
  /// A recording does not notice the end of a stream whose consumer is canceled before it asks for
  /// an element.
  private func endStreams(of effect: RecordedEffect) -> Bool {
    let ended = effect.calls.sorted { $0.key < $1.key }.filter { _, pending in
      pending.isAwaited && pending.isCanceled && isStream(pending.endpoint)
    }
    for (call, pending) in ended {
      effect.calls[call] = nil
      pending.end(with: .canceled)
    }
    return !ended.isEmpty
  }

  func isStream(_ endpoint: Int) -> Bool {
    header.endpoint(at: endpoint)?.isStream ?? false
  }
}

extension EffectEvent.Content {
  /// Whether a call ended with a result that the log does not have.
  fileprivate var isUnknown: Bool { if case .ended(_, .unknown) = self { true } else { false } }
}
