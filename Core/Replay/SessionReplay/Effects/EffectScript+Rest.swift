import SessionModel

/// The check of the end of a log.
///
/// A log may end at any moment, when an effect was about to do more. Additional output is only
/// tolerated if nothing in the log follows, and the effect waits for the task. If a step follows,
/// an effect that did not wait meanwhile would have produced the output before that step. The same
/// is true of a child task of an effect that has ended. Any other effect is not verified.
extension EffectScript {
  /// Notes the effects that do more than is recorded, or wait for something that the log does not
  /// have.
  func checkRest() {
    addEnds()
    guard difference == nil, !isStopped else { return }
    takeThreadCalls()
    for effect in effects { blockIfRacing(effect) }
    for effect in effects where effect.obstacle == nil && effect.number != nil {
      if isDone, effect.recordedNumber != order?.effect { continue }
      guard let output = effect.firstOutputs.first(where: { !isExpected($0, of: effect) }) else {
        // A session may end when a part has just been canceled.
        if let index = effect.loneCancellation, lastIndices.step >= index {
          effect.obstacle = Self.canceledPart
        } else if waitsForOther(effect), isFollowed(from: effect.lastIndex + 1) {
          effect.obstacle = "it waits for something that the log does not have"
        }
        continue
      }
      if effect === strays {
        noteStray(output)
        continue
      }
      // A task that outlives its effect may be cut off by the end of any session.
      guard isFollowed(from: output.position) || !output.isStructured else { continue }
      if output.cause.map({ lastIndices.step > $0 }) == true
        || output.isStructured && effect.isEnded
      {
        // A wait for something outside may have ended at once, without being noticed.
        return differ(at: effect, additional(output.content, of: effect), isDoubtful: true)
      } else {
        effect.obstacle =
          "it does more than the log has, \(text(of: output.content)), which it may have been "
          + "about to do when the session ended"
      }
    }
  }

  /// Whether an output at the end is expected: a canceled effect ends at any moment. The output may
  /// also come from a task that outlives the effect.
  private func isExpected(
    _ output: RecordedEffect.PendingOutput, of effect: RecordedEffect
  ) -> Bool {
    switch output.content {
    case .dropped: wasCanceled(effect) && output.isStructured
    case .canceled: wasCanceled(effect)
    case .called, .sent, .finished: false
    }
  }

  /// Whether an effect has not ended, and waits for something other than an answer.
  private func waitsForOther(_ effect: RecordedEffect) -> Bool {
    !effect.hasEnded && effect !== strays && !effect.calls.values.contains(where: \.isAwaited)
  }

  /// Whether the log has a step, or something that an effect did, from an index on.
  private func isFollowed(from index: Int) -> Bool { lastIndices.turn >= index }

  private func additional(
    _ output: RecordedEffect.Output, of effect: RecordedEffect
  ) -> CallDivergence {
    CallDivergence(
      position: effect.position, cause: .additional, expected: "nothing more",
      actual: text(of: output))
  }
}
