import SessionModel
import SessionReading

/// The steps and events of a log in their order, and the position of a replay in it.
///
/// What an effect does is compared when its turn comes. An answer is given when the effect that
/// waits for it has to do something next, so that effects take turns as they did when recorded,
/// however the system schedules them.
@MainActor
final class EffectScript {
  enum Item {
    /// A step, as an index into the steps of the log.
    case step(Int)
    case event(RecordedEffect, EffectEvent.Content)
  }

  let header: SessionHeader
  private(set) var effects: [RecordedEffect] = []
  private var items: [Item] = []
  private var recorded: [UInt64: RecordedEffect] = [:]
  private var counts: [UInt64: Int] = [:]
  private var started: [UInt64: Int] = [:]
  private var running: [UInt64: RecordedEffect] = [:]
  private var position = 0
  /// Called when it is the turn of an action, with the closure that reduces it.
  private(set) var mismatch: (effect: RecordedEffect, expected: String, actual: String)?

  init(header: SessionHeader) {
    self.header = header
  }

  // MARK: Reading

  func append(step index: Int) {
    items.append(.step(index))
  }

  func append(_ event: EffectEvent) {
    if case .began(let step) = event.content {
      counts[step, default: 0] += 1
      let effect = RecordedEffect(step: step, position: counts[step] ?? 1)
      recorded[event.effect] = effect
      effects.append(effect)
      return
    }
    // The log of a ring may start after the effect did.
    guard let effect = recorded[event.effect] else { return }
    effect.append(event.content, at: items.count)
    items.append(.event(effect, event.content))
  }

  // MARK: Replaying

  /// The step or output whose turn it is; `nil` at the end.
  var current: Item? {
    while position < items.count {
      switch items[position] {
      case .step: return items[position]
      case .event(let effect, let content):
        if content.isOutput, effect.obstacle == nil { return items[position] }
        position += 1
      }
    }
    return nil
  }

  /// Takes the step whose turn it is, if it is a step's.
  func takeStep() -> Int? {
    guard case .step(let index)? = current else { return nil }
    position += 1
    return index
  }

  /// The number of steps and events so far, by which progress is noticed.
  var progress: Int { position }

  /// Assigns an effect of the store to the recorded one.
  func begin(_ number: UInt64, startedBy step: UInt64) {
    started[step, default: 0] += 1
    let position = started[step] ?? 1
    running[number] = effects.first { $0.step == step && $0.position == position }
  }

  func effect(_ number: UInt64) -> RecordedEffect? { running[number] }

  /// Adds what an effect has done, and performs what it is the turn of.
  func add(_ output: RecordedEffect.Output, of effect: RecordedEffect) {
    guard effect.obstacle == nil else { return }
    effect.pending.append(output)
    performDueOutputs()
  }

  func performDueOutputs() {
    while case .event(let effect, let content)? = current,
      let output = effect.takeOutput(for: content)
    {
      effect.finishOutput(at: position)
      position += 1
      switch (output, content) {
      case (.called(let pending), .called(let call, _, _)): effect.calls[call] = pending
      case (.sent(let reduce), _): reduce()
      default: break
      }
    }
  }

  /// Gives an effect the next answer that was recorded before its current turn.
  ///
  /// Returns `false` if there is none, so that nothing recorded can make the effect continue.
  func answer(_ effect: RecordedEffect) -> Bool {
    let answer = effect.takeAnswer(before: position) { content in
      switch content {
      case .element(let call, _), .ended(let call, _):
        effect.calls[call].map { !$0.hasElement } ?? false
      case .began, .called, .sent, .finished, .canceled: false
      }
    }
    switch answer {
    case .element(let call, let value)?: effect.calls[call]?.deliver(element: value)
    case .ended(let call, let outcome)?:
      if outcome == .unknown { effect.obstacle = "an answer is not in the log" }
      effect.calls.removeValue(forKey: call)?.end(with: outcome)
    default: return endStreams(of: effect)
    }
    return true
  }

  /// Ends the streams whose recorded consumer stopped listening, as a cancellation does.
  private func endStreams(of effect: RecordedEffect) -> Bool {
    let ended = effect.calls.filter { call, pending in
      !pending.hasElement && isStream(pending.endpoint) && !effect.hasAnswer(to: call)
    }
    for (call, pending) in ended {
      effect.calls[call] = nil
      pending.end(with: .canceled)
    }
    return !ended.isEmpty
  }

  private func isStream(_ endpoint: Int) -> Bool {
    header.endpoints.map { $0.indices.contains(endpoint) && $0[endpoint].isStream } ?? false
  }

  /// Ends all calls that are still waiting, so that no task remains.
  func cancelCalls() {
    for effect in effects {
      effect.obstacle = effect.obstacle ?? "the replay has ended"
      for call in effect.calls.values { call.end(with: .canceled) }
      for case .called(let call) in effect.pending { call.end(with: .canceled) }
      effect.calls = [:]
      effect.pending = []
    }
  }
}

extension EffectEvent.Content {
  /// Whether the event is something that an effect does, as opposed to an answer that it gets.
  var isOutput: Bool {
    switch self {
    case .called, .sent, .finished, .canceled: true
    case .began, .element, .ended: false
    }
  }
}
