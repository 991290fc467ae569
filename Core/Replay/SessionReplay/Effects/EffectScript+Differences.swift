import SessionModel

extension EffectScript {
  /// A difference between the outputs of an effect and its recording.
  struct Difference {
    let effect: RecordedEffect
    let call: CallDivergence
    /// The number of calls that the effect made before the difference.
    let callCount: Int
    /// The number of the last step before the difference.
    let step: UInt64?
    /// The index of the script's item that was due.
    let index: Int
    /// The index of the session's item that was due, if there was one.
    let source: Int?
    /// The action that the effect sends instead of a recorded one.
    var sentAction: [UInt8]?
  }

  /// A difference that a different order of an effect's tasks may explain.
  struct Doubt {
    /// The number of the effect in the log.
    let effect: UInt64
    /// The index after which the order of the answers matters.
    let start: Int
    let difference: Difference
    /// Whether the difference can come from threads in a way that no order of tasks repeats.
    let isUncertain: Bool
    /// Whether one of the tasks waited for something outside of the replay.
    let waitsForOutside: Bool

    /// Whether an effect did the same in two orders.
    func isSame(as other: Self) -> Bool {
      effect == other.effect && difference.call == other.difference.call && !other.isUncertain
        // An additional output is noticed when the rest of the effect has been replayed.
        && (difference.index == other.difference.index || difference.call.cause == .additional)
    }
  }

  /// Notes that an effect differs from its recording. The replay ends there, unless the order of
  /// tasks may explain the difference, or the difference is doubtful.
  func differ(
    at effect: RecordedEffect, _ call: CallDivergence, isDoubtful: Bool = false
  ) {
    // The values then depend on the order in which threads reach them.
    guard !hasEarlyChange, !(effect.isConcurrent && effect.hasCalled(changeEndpoint)) else {
      return stop(at: effect, "shared values were changed at the same time, in another order")
    }
    // An effect that catches errors of one type does not recognize the replayed error.
    let note = effect.hasUntypedError ? ", after an error whose type is not in the log" : ""
    let call = CallDivergence(
      position: call.position, cause: call.cause, expected: call.expected,
      actual: call.actual + note, difference: note.isEmpty ? call.difference : nil)
    blockIfRacing(effect)
    guard difference == nil, effect.obstacle == nil else { return }
    var difference = Difference(
      effect: effect, call: call, callCount: effect.callCount(before: position),
      step: lastStep?.number, index: position,
      source: items.indices.contains(position) ? items[position].source : nil)
    if call.cause == .otherAction { difference.sentAction = effect.firstSentAction }
    let uncertainty = uncertainty(of: effect, call.cause)
    guard isDoubtful || effect.isConcurrent, edits == nil || uncertainty != nil else {
      self.difference = difference
      return
    }
    effect.obstacle = uncertainty ?? "its tasks do something else in another order"
    if let order, order.effect == effect.recordedNumber { isDone = true }
    doubts.append(
      Doubt(
        effect: effect.recordedNumber, start: effect.lastOwnOutput, difference: difference,
        isUncertain: uncertainty != nil, waitsForOutside: waitsForOutside(effect)))
  }

  private func waitsForOutside(_ effect: RecordedEffect) -> Bool {
    effect.number.map(tasks.continuedFromOutside) == true
  }

  /// Returns the reason why no order of tasks may repeat the recorded behavior of an effect's
  /// threads.
  private func uncertainty(
    of effect: RecordedEffect, _ cause: CallDivergence.Cause
  ) -> String? {
    guard effect.isConcurrent else { return nil }
    if wasCanceled(effect), cause != .otherCall, cause != .otherAction {
      return "its concurrent parts notice its cancellation in any order"
    }
    if effect.hasCanceledPart || effect.loneCancellation != nil {
      return "its tasks cancel one another in any order"
    }
    if effect.hasExchangeableCalls { return "its concurrent parts make equal calls in any order" }
    return waitsForOutside(effect)
      ? "one of its tasks waits for something outside, such as a queue" : nil
  }
}

extension RecordedEffect {
  fileprivate var firstSentAction: [UInt8]? {
    firstOutputs.lazy.compactMap { output in
      if case .sent(let action) = output.content { action.bytes } else { nil }
    }.first
  }
}
