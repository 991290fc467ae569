import SessionModel
import SessionReading

extension EffectScript {
  /// Gives an effect the next answer that was recorded before its current turn.
  ///
  /// Returns `false` if there is none. If the effect is stuck, nothing recorded can then make it
  /// continue. If it isn't, it gets only answers that it already waits for.
  func answer(_ effect: RecordedEffect, isStuck: Bool = true) -> Bool {
    switch effect.nextAnswer(before: position) {
    case .element(let number, let value)?:
      guard let call = effect.calls[number], !call.hasElement, isStuck || call.isAwaited
      else { return false }
      call.deliver(element: value)
    case .ended(let number, let outcome)?:
      guard let call = effect.calls[number], !call.hasElement, isStuck || call.isAwaited
      else { return false }
      if outcome == .unknown { effect.obstacle = "an answer is not in the log" }
      if outcome.isUntypedError { effect.hasUntypedError = true }
      effect.calls[number] = nil
      call.end(with: outcome)
    default: return isStuck && endStreams(of: effect)
    }
    effect.finishAnswer()
    return true
  }

  /// The answers after which the log has nothing else of their effects, in the order of the log.
  ///
  /// What an effect does after them may be missing only because the log ends.
  var lastAnswers: [(effect: RecordedEffect, content: EffectEvent.Content)] {
    guard difference == nil, !isStopped else { return [] }
    let answers = effects.filter { $0.number != nil && $0.obstacle == nil }.flatMap { effect in
      effect.remainingAnswers.prefix { !$0.content.isUnknown }.map { (effect: effect, entry: $0) }
    }
    return answers.sorted { $0.entry.index < $1.entry.index }.map { ($0.effect, $0.entry.content) }
  }

  /// Gives an effect one of its last answers, or notes that it did something else instead of waiting
  /// for it. Returns `false` if the effect has not done either.
  func giveLastAnswer(_ answer: EffectEvent.Content, to effect: RecordedEffect) -> Bool {
    // A canceled effect may have been canceled after the answer when it was recorded.
    if !wasCanceled(effect), let output = effect.output(insteadOf: answer) {
      differ(at: effect, unawaited(answer, before: output, of: effect))
      return true
    }
    return self.answer(effect, isStuck: false)
  }

  /// Ends the streams whose recorded consumer stopped listening, as a cancellation does.
  private func endStreams(of effect: RecordedEffect) -> Bool {
    let ended = effect.calls.sorted { $0.key < $1.key }.filter { call, pending in
      pending.isAwaited && isStream(pending.endpoint) && !effect.hasAnswer(to: call)
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
