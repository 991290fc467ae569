import SessionModel
import SessionReplay

extension EffectScript {
  /// Something else that an effect did than recorded.
  struct Difference {
    let effect: RecordedEffect
    let call: CallDivergence
    /// The number of calls that the effect made before.
    let callCount: Int
    /// The number of the last step before.
    let step: UInt64?
    /// The index of the script's item that was due.
    let index: Int
    /// The index of the session's item that was due, if there was one.
    let source: Int?
    /// The call that the effect made instead of the recorded one.
    let actualCall: PendingCall?
  }

  /// A difference that another order of an effect's tasks may explain.
  struct Doubt {
    /// The number of the effect in the log.
    let effect: UInt64
    /// The index after which the order of the answers matters.
    let start: Int
    let difference: Difference

    /// Whether an effect did the same in two orders.
    func isSame(as other: Self) -> Bool {
      effect == other.effect && difference.index == other.difference.index
        && difference.call == other.difference.call
    }
  }

  /// Notes that an effect did something else. The replay ends there.
  func differ(at effect: RecordedEffect, _ call: CallDivergence) {
    // The values then depend on the order in which threads reach them.
    guard !hasEarlyChange, !(effect.isConcurrent && effect.hasCalled(changeEndpoint)) else {
      return stop(at: effect, "shared values were changed at the same time, in another order")
    }
    if let doubt = doubt(about: effect, call.cause) {
      effect.obstacle = doubt
      return
    }
    // An effect that catches errors of one type does not recognize the replayed error.
    let note = effect.hasUntypedError ? ", after an error whose type is not in the log" : ""
    let call = CallDivergence(
      position: call.position, cause: call.cause, expected: call.expected,
      actual: call.actual + note, difference: note.isEmpty ? call.difference : nil)
    guard difference == nil else { return }
    var actualCall: PendingCall?
    if call.cause == .otherCall, case .called(let pending)? = effect.pending.first?.content {
      actualCall = pending
    }
    let difference = Difference(
      effect: effect, call: call, callCount: effect.callCount(before: position),
      step: lastStep?.number, index: position,
      source: items.indices.contains(position) ? items[position].source : nil,
      actualCall: actualCall)
    guard !reportsDoubts, edits == nil, effect.isConcurrent else {
      self.difference = difference
      return
    }
    effect.obstacle = "its tasks do something else in another order"
    doubt =
      doubt
      ?? Doubt(
        effect: effect.recordedNumber, start: effect.lastOwnOutput, difference: difference)
  }

  /// Returns why something else of an effect may come from threads and not from a change.
  private func doubt(
    about effect: RecordedEffect, _ cause: CallDivergence.Cause
  ) -> String? {
    guard effect.isConcurrent else { return nil }
    if wasCanceled(effect), cause != .otherCall, cause != .otherAction {
      return "its concurrent parts notice its cancellation in any order"
    }
    return effect.hasExchangeableCalls ? "its concurrent parts make equal calls in any order" : nil
  }
}
