import SessionModel
import SessionDocument

extension EffectScript {
  /// The effects that a step returned.
  struct StepEffects {
    /// The number of effects in the log, and the number of these that have started in the replay.
    var recordedCount = 0
    var startedCount = 0
    /// The effects in the log that have not started in the replay.
    var waiting: [RecordedEffect] = []
    /// Returns the text of the step's action, once an effect has started.
    var actionText: (() -> String)?
  }

  /// The maximum number of items that are read ahead.
  private static let maxAhead = 1 << 16

  /// Whether the session has an item at an index, which is read if necessary.
  func isRead(_ index: Int) -> Bool {
    while index >= items.endIndex { guard read(self) else { return false } }
    return true
  }

  /// Reads ahead until a condition is met, because effects of a session may do things out of order.
  func readAhead(until condition: () -> Bool) {
    var left = Self.maxAhead
    while !condition(), left > 0, read(self) { left -= 1 }
  }

  func append(_ item: Item, from source: Int) {
    if case .step = item { lastIndices.step = items.endIndex }
    lastIndices.turn = items.endIndex
    items.append((item, source))
  }

  /// Adds the next event of the session.
  func append(_ event: EffectEvent, from source: Int) {
    defer { edits?.eventCount += 1 }
    // The log of a ring may start after the step that returned the effect.
    if case .began(let step) = event.content {
      if step > stepsBeforeStart { append(event.effect, of: step) }
      return
    }
    guard let effect = recorded[event.effect] else { return noteLate(event) }
    let isStream =
      if case .called(_, let endpoint, _) = event.content { self.isStream(endpoint) } else { false }
    if case .abandoned = event.content { isResumed = true }
    effect.append(event, at: items.endIndex, isStream: isStream)
    edits?.noteItem(items.endIndex)
    if event.content.isTurn { lastIndices.turn = items.endIndex }
    items.append((.event(effect, event.content), source))
  }

  /// Notes what a task did in the log after the end of its effect. The replay may have forgotten
  /// the effect, because none of its tasks could continue.
  private func noteLate(_ event: EffectEvent) {
    guard event.content.isTurn else { return }
    let text =
      if case .called(_, let endpoint, let arguments) = event.content {
        callText.beginning(ofCallOf: endpoint, arguments)
      } else {
        "an action"
      }
    unverify(event.effect, "a task did more in the log after the end of the effect, \(text)")
  }

  /// Notes why an effect that was counted as verified is not verified, unless this is known
  /// already.
  func unverify(_ number: UInt64, _ reason: String) {
    guard let (step, position) = retired.removeValue(forKey: number) else { return }
    verifiedCount -= 1
    unverified.append(UnverifiedEffect(step: step, position: position, reason: reason))
  }

  private func append(_ number: UInt64, of step: UInt64) {
    effectsOfSteps[step, default: StepEffects()].recordedCount += 1
    let position = effectsOfSteps[step]?.recordedCount ?? 1
    let effect = RecordedEffect(
      number, step: step, position: position, start: items.endIndex - 1,
      arguments: ArgumentComparison(header: header))
    effect.keepsOtherAnswers = edits != nil
    if let order, order.effect == number { effect.order = DrawnOrder(order) }
    recorded[number] = effect
    effects.append(effect)
    effectsOfSteps[step]?.waiting.append(effect)
  }

  /// Ignores the last event if it is an action whose step the log does not have.
  func dropUnfinishedAction() {
    guard case .event(let effect, .sent)? = items.last?.item else { return }
    items.removeLast()
    effect.dropLast()
    lastIndices.turn = items.lastIndex { $0.item.isTurn } ?? -1
  }

  /// Assigns a new effect of the store to its recorded effect.
  func begin(_ number: UInt64, startedBy step: UInt64) {
    effectsOfSteps[step, default: StepEffects()].startedCount += 1
    if effectsOfSteps[step]?.actionText == nil, let lastStep, lastStep.number == step {
      effectsOfSteps[step]?.actionText = actionText(lastStep.index)
    }
    readAhead { effectsOfSteps[step]?.waiting.isEmpty == false }
    guard let effect = effectsOfSteps[step]?.waiting.first else {
      edits?.newEffects[number] = (step, effectsOfSteps[step]?.startedCount ?? 0)
      return
    }
    effectsOfSteps[step]?.waiting.removeFirst()
    noteRunning(effect)
    effect.number = number
    effect.actionText = effectsOfSteps[step]?.actionText
    running[number] = effect
    if let issue = issues[step] { effect.obstacle = effect.obstacle ?? issue }
  }

  /// Forgets an effect that has ended as recorded, unless it started a task that may continue.
  func retire(_ effect: RecordedEffect) {
    blockIfRacing(effect)
    guard edits == nil, let number = effect.number, effect.isReplayed,
      tasks.forget(effect: number)
    else { return }
    if let order, order.effect == effect.recordedNumber { isDone = true }
    running[number] = nil
    recorded[effect.recordedNumber] = nil
    effects.removeAll { $0 === effect }
    forgetOldest()
    if let obstacle = effect.obstacle {
      unverified.append(effect.unverified(obstacle))
    } else {
      verifiedCount += 1
      lastVerified = effect.recordedNumber
      retired[effect.recordedNumber] = (effect.step, effect.position)
    }
  }

  /// The maximum number of verified effects to remember, and of steps with effects. The log may
  /// have more events for them.
  private static let maxCount = 4096

  /// Forgets the oldest verified effects and steps with effects, if there are many.
  private func forgetOldest() {
    for number in Self.oldest(of: retired) { retired[number] = nil }
    let steps = Self.oldest(of: effectsOfSteps)
    guard !steps.isEmpty else { return }
    let used = Set(effects.map(\.step))
    for step in steps where !used.contains(step) { effectsOfSteps[step] = nil }
  }

  private static func oldest<Value>(of values: [UInt64: Value]) -> ArraySlice<UInt64> {
    values.count > 2 * maxCount ? values.keys.sorted().dropLast(maxCount) : []
  }
}

extension EffectScript.Item {
  /// Whether other effects have to wait for the item.
  fileprivate var isTurn: Bool {
    switch self {
    case .step, .outside: true
    case .event(_, let content): content.isTurn
    }
  }
}
