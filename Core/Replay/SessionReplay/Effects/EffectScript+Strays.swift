import SessionModel
import SessionDocument

/// Stray calls: calls of tasks and threads that no longer know their effect, such as detached
/// tasks.
///
/// They are compared as calls of an effect with the number 0. The effect that made a recorded stray
/// call is not known. If a stray call is missing, effects are therefore not verified.
extension EffectScript {
  /// Skips a stray call of the log that nothing makes in the replay.
  func skipStray(_ call: UInt64, _ endpoint: Int, _ arguments: [UInt8]) {
    let other = strays.firstOutputs.first { output in
      if case .called(let pending) = output.content { pending.endpoint == endpoint } else { false }
    }
    if let other, let effect = other.starter.flatMap({ self.effect($0) }), effect.obstacle == nil {
      return differ(
        at: effect,
        CallDivergence(
          position: effect.position, cause: .otherCall,
          expected: callText.beginning(ofCallOf: endpoint, arguments),
          actual: text(of: other.content)))
    }
    strays.omit(call)
    strays.finishOutput(at: position)
    position += 1
    let name = header.endpoint(at: endpoint)?.name ?? ""
    block("'\(name)' was called by a detached task or another thread, and is not now")
  }

  /// Notes the calls on threads that the replay does not control.
  func takeThreadCalls() {
    for call in tasks.takeThreadCalls() {
      let obstacle =
        "it calls '\(call.endpoint)' on a thread of its own; put that work behind a dependency"
      if call.effect == EffectEvent.strayCalls {
        block(obstacle)
      } else {
        effect(call.effect)?.obstacle = obstacle
      }
    }
  }

  /// Notes a reason why the running effects cannot be verified, because it may concern any of them.
  /// If one of them isn't verified anyway, the reason is attributed to it.
  private func block(_ obstacle: String) {
    let begun = effects.filter { $0 !== strays && $0.number != nil }
    let running = begun.filter { $0.isRunning(at: position) }
    guard running.allSatisfy({ $0.obstacle == nil }) else { return }
    for effect in running.isEmpty ? begun.suffix(1) : running {
      effect.obstacle = effect.obstacle ?? obstacle
    }
    guard begun.isEmpty, let effect = lastVerified.take() else { return }
    unverify(effect, obstacle)
  }

  /// Notes a stray call that the log does not have.
  func noteStray(_ output: RecordedEffect.PendingOutput) {
    let obstacle =
      "a detached task or another thread does more than the log has, \(text(of: output.content))"
    guard let effect = output.starter.flatMap({ effect($0) }) else { return block(obstacle) }
    effect.obstacle = effect.obstacle ?? obstacle
  }
}
