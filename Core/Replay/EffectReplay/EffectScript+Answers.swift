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
