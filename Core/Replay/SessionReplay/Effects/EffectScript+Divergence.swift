import RecordedValues
import SessionModel
import SessionDocument

extension EffectScript {
  /// Notes why an effect does nothing at its turn, although no recorded answer is left to give.
  func endWaiting(
    of effect: RecordedEffect, for content: EffectEvent.Content, stuckReason: String
  ) {
    if repair(effect, at: content) { return }
    if effect === strays, case .called(let call, let endpoint, let arguments) = content {
      return skipStray(call, endpoint, arguments)
    }
    guard effect.number != nil else {
      effect.obstacle = "it starts after an effect that is not verified"
      return
    }
    if case .dropped = content { return skipDroppedAction(of: effect) }
    let start = progress
    performDueOutputs(ofAnyTask: true)
    if progress != start || difference != nil || effect.obstacle != nil { return }
    effect.obstacle =
      unknownCancellation(of: effect, at: content) ?? earlyEnd(of: effect, at: content)
    guard effect.obstacle == nil else { return }
    if effect.pending.isEmpty, !effect.calls.values.contains(where: \.isAwaited) {
      let isUnconsumed = effect.calls.values.contains(where: \.hasElement)
      guard isUnconsumed else {
        effect.obstacle = stuckReason
        return
      }
    }
    differ(at: effect, divergence(of: effect, at: content))
  }

  /// Returns why an effect may end before its recorded cancellation; `nil` if it doesn't end.
  ///
  /// In the recording, a thread may have been about to end it.
  private func earlyEnd(
    of effect: RecordedEffect, at content: EffectEvent.Content
  ) -> String? {
    let ends = effect.firstOutputs.contains {
      if case .finished = $0.content { true } else { false }
    }
    return content.isEffectCancellation && ends
      ? "it ends before it is canceled, as it may have been about to" : nil
  }

  /// Returns why the cause of a cancellation, in the log or in the replay, may be unknown; `nil` if
  /// it is known.
  private func unknownCancellation(
    of effect: RecordedEffect, at content: EffectEvent.Content
  ) -> String? {
    let others = effects.filter { $0 !== effect && $0.obstacle != nil }
    let isCanceled = wasCanceled(effect)
    if callToCancel(of: effect) != nil || content.isEffectCancellation && !isCanceled {
      guard header.tellsInterruptions else { return "the log does not tell what canceled it" }
      return others.contains { $0.isRunning(at: effect.lastOwnOutput) } ? Self.unknownCanceler : nil
    }
    guard isCanceled, !content.isEffectCancellation else { return nil }
    // The tasks of an effect that is not verified continue.
    if !others.isEmpty { return Self.unknownCanceler }
    return effect.isCanceledByOther
      ? "a task of another effect cancels it, at a moment that the log does not tell" : nil
  }

  private static let unknownCanceler = "what canceled it may be an effect that is not verified"

  /// Returns the divergence of an effect that did something before it got an answer.
  func unawaited(
    _ answer: EffectEvent.Content, before output: RecordedEffect.Output, of effect: RecordedEffect
  ) -> CallDivergence {
    let cause: CallDivergence.Cause = if case .element = answer { .unconsumed } else { .unawaited }
    return CallDivergence(
      position: effect.position, cause: cause, expected: text(of: answer, of: effect),
      actual: text(of: output))
  }

  private func divergence(
    of effect: RecordedEffect, at content: EffectEvent.Content
  ) -> CallDivergence {
    if let call = callToCancel(of: effect) {
      return CallDivergence(
        position: effect.position, cause: .missing,
        expected: "a cancellation of \(text(of: .called(call)))", actual: "nothing that cancels it")
    }
    let expected = text(of: content, of: effect)
    if let output = output(of: effect, at: content) {
      if case (.sent(let action), .sent) = (output, content),
        let actions = stepOfAction.flatMap({ compareAction($0, action.action) })
      {
        return divergence(of: effect, actions)
      }
      return CallDivergence(
        position: effect.position, cause: cause(of: output, at: content), expected: expected,
        actual: text(of: output), difference: difference(of: output, at: content))
    }
    let isUnconsumed = effect.calls.values.contains(where: \.hasElement)
    let awaited = effect.calls.filter(\.value.isAwaited).min { $0.key < $1.key }?.value
    return CallDivergence(
      position: effect.position, cause: isUnconsumed ? .unconsumed : .missing, expected: expected,
      actual: awaited.map { "it waits for \(text(of: .called($0)))" }
        ?? "it waits for something that the log does not have")
  }

  /// Returns an output of an effect in place of a recorded output, of the same kind if possible.
  private func output(
    of effect: RecordedEffect, at content: EffectEvent.Content
  ) -> RecordedEffect.Output? {
    let outputs = effect.firstOutputs.map(\.content)
    let similar = outputs.first { output in
      switch (output, content) {
      case (.called(let call), .called(_, let endpoint, _)): call.endpoint == endpoint
      case (.sent, .sent): true
      default: false
      }
    }
    return similar ?? outputs.first
  }

  /// Returns the divergence of an effect that sends a different action than recorded.
  private func divergence(of effect: RecordedEffect, _ actions: ActionDifference) -> CallDivergence
  {
    let (expected, actual) = (actions.expected, actions.actual)
    let difference = actions.difference.flatMap { difference in
      let path = difference.path.isEmpty ? "the action" : "\(difference.path) of the action"
      return Self.isLong(expected, actual) ? difference.at(path) : nil
    }
    return CallDivergence(
      position: effect.position, cause: .otherAction, expected: "the action \(expected)",
      actual: "the action \(actual)", difference: difference)
  }

  /// Returns the first difference between two calls of an endpoint, if an argument is long or has
  /// parts.
  private func difference(
    of output: RecordedEffect.Output, at content: EffectEvent.Content
  ) -> StateDivergence? {
    guard case .called(let call) = output, case .called(_, let index, let bytes) = content,
      call.endpoint == index, let endpoint = header.endpoint(at: index),
      let expected = try? endpoint.arguments(bytes, in: header.schema),
      let actual = try? endpoint.arguments(call.arguments, in: header.schema)
    else { return nil }
    for (number, type) in endpoint.arguments.enumerated() where !type.isDuration {
      let difference = StateDivergence(
        expected: expected[number], actual: actual[number], as: type, in: header.schema)
      guard let difference else { continue }
      guard !difference.path.isEmpty || Self.isLong(difference.expected, difference.actual) else {
        return nil
      }
      let argument = Self.path(difference.path, in: "argument \(number + 1)")
      return difference.at("\(argument) of \(endpoint.name)")
    }
    return nil
  }

  private static func path(_ path: String, in argument: String) -> String {
    path.isEmpty || path.hasPrefix("[") ? argument + path : "\(argument).\(path)"
  }

  /// Whether two texts don't fit on a line together.
  private static func isLong(_ expected: String, _ actual: String) -> Bool {
    max(expected.count, actual.count) > maxLength
  }

  private static let maxLength = 60

  private func cause(
    of output: RecordedEffect.Output, at content: EffectEvent.Content
  ) -> CallDivergence.Cause {
    switch (output, content) {
    case (.called, .called): .otherCall
    case (.called, _), (.sent, .finished), (.sent, .canceled), (.dropped, _): .additional
    default: .missing
    }
  }

  private func text(of content: EffectEvent.Content, of effect: RecordedEffect) -> String {
    switch content {
    case .called(_, let endpoint, let arguments): callText.beginning(ofCallOf: endpoint, arguments)
    case .sent: sentActionText
    case .dropped: droppedActionText
    case .finished: "its end"
    case .canceled: "its end after a cancellation"
    case .element(let call, _): "an element of \(text(ofCall: call, of: effect))"
    case .ended(let call, _): "the answer of \(text(ofCall: call, of: effect))"
    case .began, .abandoned, .interrupted: ""
    }
  }

  /// The text of the action of the step that follows the current event.
  private var sentActionText: String {
    stepOfAction.map { "the action \(actionText($0)())" } ?? "an action"
  }

  private func text(ofCall number: UInt64, of effect: RecordedEffect) -> String {
    if let call = effect.calls[number] { return text(of: .called(call)) }
    for case .called(number, let endpoint, let arguments) in effect.entries.lazy.map(\.content) {
      return callText.beginning(ofCallOf: endpoint, arguments)
    }
    return "a call"
  }

  private var droppedActionText: String { "an action after it was canceled" }

  func text(of output: RecordedEffect.Output) -> String {
    switch output {
    case .called(let call): callText.beginning(ofCallOf: call.endpoint, call.arguments)
    case .sent: "an action"
    case .dropped: droppedActionText
    case .finished: "its end"
    case .canceled: "its end after a cancellation"
    }
  }
}

/// The texts of two actions, and the location of their difference.
struct ActionDifference {
  let expected: String
  let actual: String
  let difference: StateDivergence?
}

extension EffectEvent.Content {
  fileprivate var isEffectCancellation: Bool { if case .canceled = self { true } else { false } }
}
