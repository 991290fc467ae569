import SessionModel
import SessionDocument

extension EffectScript {
  /// Changes the log to record what an effect does at its turn.
  ///
  /// A call with different arguments keeps the recorded answer, calls change places, and a call
  /// that is no longer made is left out. Returns `false` if the log is only verified, or lacks an
  /// answer.
  func repair(_ effect: RecordedEffect, at content: EffectEvent.Content) -> Bool {
    guard edits != nil, effect.number != nil else { return false }
    switch content {
    case .called(let call, let endpoint, let arguments):
      return repair(effect, atCall: call, endpoint, arguments)
    case .finished, .canceled:
      switch effect.pending.first?.content {
      case .finished?: replace(at: position, of: effect, with: .finished)
      case .canceled?: replace(at: position, of: effect, with: .canceled)
      case .called, .sent, .dropped, nil: return false
      }
      return true
    case .began, .element, .ended, .sent, .dropped, .abandoned, .interrupted: return false
    }
  }

  private func repair(
    _ effect: RecordedEffect, atCall call: UInt64, _ endpoint: Int, _ arguments: [UInt8]
  ) -> Bool {
    let calls = effect.nextCalls
    let old = callText.beginning(ofCallOf: endpoint, arguments)
    for pending in calls {
      let isWanted = { $0 == pending.endpoint && $1 == pending.arguments }
      guard let other = effect.call(after: position, where: isWanted) else { continue }
      if exchange(call, with: other, of: effect) {
        note(effect, old, callText.beginning(ofCallOf: pending.endpoint, pending.arguments))
      } else {
        leaveOut(call, of: effect, old)
      }
      return true
    }
    if let pending = calls.first(where: { $0.endpoint == endpoint }) {
      replace(
        at: position, of: effect,
        with: .called(call: call, endpoint: endpoint, arguments: pending.arguments))
      note(effect, old, callText.beginning(ofCallOf: endpoint, pending.arguments))
      return true
    }
    for pending in calls {
      // The arguments are changed when it is the turn of the call.
      let other = effect.call(after: position) { endpoint, _ in endpoint == pending.endpoint }
      if let other, exchange(call, with: other, of: effect) { return true }
    }
    guard calls.isEmpty, !effect.pending.isEmpty else { return false }
    leaveOut(call, of: effect, old)
    return true
  }

  /// Exchanges the events of two calls, if both have one answer or both have none. Returns whether
  /// it did.
  private func exchange(_ call: UInt64, with other: UInt64, of effect: RecordedEffect) -> Bool {
    let (entries, others) = (effect.remainingEntries(of: call), effect.remainingEntries(of: other))
    guard entries.count == others.count, entries.count <= 2,
      !(entries + others).contains(where: { $0.content.isElement })
    else { return false }
    for (entry, other) in zip(entries, others) {
      replace(at: entry.index, of: effect, with: other.content)
      replace(at: other.index, of: effect, with: entry.content)
    }
    return true
  }

  private func leaveOut(_ call: UInt64, of effect: RecordedEffect, _ old: String) {
    for entry in effect.remainingEntries(of: call) {
      effect.leaveOut(at: entry.index)
      edits?.leaveOut(item: entry.index)
    }
    position += 1
    note(effect, old, nil)
  }

  private func replace(
    at index: Int, of effect: RecordedEffect, with content: EffectEvent.Content
  ) {
    effect.replace(at: index, with: content)
    items[index].item = .event(effect, content)
    edits?.replace(item: index, with: content)
  }

  private func note(_ effect: RecordedEffect, _ old: String, _ new: String?) {
    edits?.note(CallChange(step: effect.step, position: effect.position, old: old, new: new))
  }

  /// Adds the ends of effects that no longer wait for a call at the end of the log.
  func addEnds() {
    guard edits != nil, difference == nil, !isStopped else { return }
    for effect in effects where effect.isEdited && effect.obstacle == nil {
      let content: EffectEvent.Content
      switch effect.pending.first?.content {
      case .finished?: content = .finished
      case .canceled?: content = .canceled
      case .called, .sent, .dropped, nil: continue
      }
      effect.pending.removeFirst()
      edits?.add(end: EffectEvent(effect: effect.recordedNumber, content))
    }
  }

  // MARK: Calls without an answer

  /// Refuses to change the log if an effect does something, and the log does not have this effect.
  func refuse(newEffect number: UInt64, doing actual: String) {
    guard let (step, position) = edits?.newEffects[number], !isResumed else { return }
    differ(
      at: RecordedEffect(
        number, step: step, position: position, arguments: ArgumentComparison(header: header)),
      CallDivergence(
        position: position, cause: .additional, expected: "no such effect", actual: actual))
  }

  /// Refuses to change the log if an effect calls an endpoint that the log does not have.
  func refuse(newCallOf name: String, by number: UInt64) {
    guard edits != nil else { return }
    guard let effect = effect(number) else { return refuse(newEffect: number, doing: name) }
    differ(
      at: effect,
      CallDivergence(
        position: effect.position, cause: .additional, expected: "an endpoint of the log",
        actual: name))
  }
}

extension EffectEvent.Content {
  fileprivate var isElement: Bool {
    if case .element = self { true } else { false }
  }
}
