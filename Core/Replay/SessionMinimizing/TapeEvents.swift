import RecordCoding
import SessionLog
import SessionModel
import SessionDocument
import SessionRecording

/// An event of an effect, with its position among the steps of a tape.
struct TapeEvent {
  let event: EffectEvent
  /// The index of the last step before the event.
  let stepIndex: Int
  /// The index of the step that follows directly; `nil` if the tape lacks it.
  let nextIndex: Int?
  /// The time since the last step.
  let elapsedMilliseconds: UInt64
}

/// An event that a candidate keeps, with the numbers of its steps, effects and calls.
struct KeptEvent {
  let event: EffectEvent
  /// The number of the last step before the event.
  let step: UInt64
  let elapsedMilliseconds: UInt64
  /// The event in the recorded session.
  let recorded: EffectEvent
}

extension SessionTape {
  /// Returns the events of a log after the first step of a tape, up to its last step.
  static func events(
    in reader: SessionReader, _ indices: [UInt64: Int]
  ) throws(SessionReadError) -> [TapeEvent] {
    guard reader.header.recordsEffects else { return [] }
    let numbers = indices.keys.sorted()
    guard let first = numbers.first, let last = numbers.last else { return [] }
    var events: [TapeEvent] = []
    var index = 0
    var eventReader = EventReader(reader)
    for block in reader.log.blocks.indices where reader.log.blocks[block].firstStep <= last + 1 {
      for event in try eventReader.events(ofBlockAt: block) where first...last ~= event.step {
        while index + 1 < numbers.count, numbers[index + 1] <= event.step { index += 1 }
        events.append(
          TapeEvent(
            event: event.event, stepIndex: index, nextIndex: indices[event.step + 1],
            elapsedMilliseconds: event.elapsedMilliseconds))
      }
    }
    return events
  }

  /// Returns the events of the effects that the steps of a candidate return.
  ///
  /// The events of an effect end before an action whose step is removed, and before a call of an
  /// endpoint that the app no longer has. The candidate may also end them earlier.
  func events(of candidate: SessionCandidate) -> [KeptEvent] {
    guard !candidate.omitsCalls else { return [] }
    var kept = KeptEvents(self, candidate)
    for event in events where event.stepIndex <= candidate.lastStepWithEvents ?? .max {
      kept.add(event)
    }
    return kept.events
  }
}

extension SessionTape {
  /// Returns the indices of the kept steps whose actions are sent by kept events of effects.
  func sentSteps(of candidate: SessionCandidate) -> Set<Int> {
    let stepIndices = candidate.stepIndices
    let sent = events(of: candidate).filter { $0.event.content == .sent }
    return Set(
      sent.map { Int(clamping: $0.step) }.filter(stepIndices.indices.contains)
        .map { stepIndices[$0] })
  }
}

/// A builder of the events of a candidate.
private struct KeptEvents<State: Recordable, Action: Recordable> {
  private let tape: SessionTape<State, Action>
  private let candidate: SessionCandidate
  private let stepIndices: [Int]
  /// The number of each step of the tape in the candidate; `nil` for a removed one.
  private var numbers: [Int: UInt64] = [:]
  /// The number of kept steps up to the last event.
  private var step = 0
  private var effects: [UInt64: UInt64] = [:]
  private var calls: [UInt64: UInt64] = [:]
  /// The number of events so far of each effect.
  private var counts: [UInt64: Int] = [:]
  private var ended: Set<UInt64> = []
  private(set) var events: [KeptEvent] = []

  init(_ tape: SessionTape<State, Action>, _ candidate: SessionCandidate) {
    (self.tape, self.candidate) = (tape, candidate)
    stepIndices = candidate.stepIndices
    for (index, stepIndex) in stepIndices.enumerated() { numbers[stepIndex] = UInt64(index + 1) }
  }

  mutating func add(_ event: TapeEvent) {
    while step < stepIndices.count, stepIndices[step] <= event.stepIndex { step += 1 }
    let effect = event.event.effect
    if case .began(let origin) = event.event.content {
      guard let index = tape.indices[origin], let number = numbers[index],
        candidate.cuts[effect] != -1
      else { return }
      effects[effect] = UInt64(effects.count + 1)
      return append(.began(step: number), event)
    }
    guard effects[effect] != nil, !ended.contains(effect) else { return }
    let count = counts[effect, default: 0]
    guard count < candidate.cuts[effect] ?? .max, let content = content(of: event) else {
      ended.insert(effect)
      return
    }
    counts[effect] = count + 1
    append(content, event)
  }

  /// Returns the content with the candidate's numbers; `nil` if the event is impossible in the
  /// candidate.
  private mutating func content(of event: TapeEvent) -> EffectEvent.Content? {
    switch event.event.content {
    case .began: return nil
    case .finished, .canceled, .dropped, .abandoned, .interrupted: return event.event.content
    case .sent:
      // The action is the next step.
      return event.nextIndex.flatMap { numbers[$0] } == nil ? nil : .sent
    case .called(let call, let endpoint, let arguments):
      guard let index = tape.endpointIndices.firstIndex(of: endpoint) else { return nil }
      calls[call] = UInt64(calls.count + 1)
      return .called(
        call: UInt64(calls.count), endpoint: index, arguments: arguments)
    case .element(let call, let value):
      return calls[call].map { .element(call: $0, value: value) }
    case .ended(let call, let outcome): return calls[call].map { .ended(call: $0, outcome) }
    }
  }

  private mutating func append(_ content: EffectEvent.Content, _ event: TapeEvent) {
    guard let number = effects[event.event.effect] else { return }
    // The steps in between may be removed, and time must not run backward.
    let next = step < stepIndices.count ? tape.steps[stepIndices[step]].elapsedMilliseconds : .max
    let last = events.last.flatMap { $0.step == UInt64(step) ? $0.elapsedMilliseconds : nil } ?? 0
    events.append(
      KeptEvent(
        event: EffectEvent(
          effect: number, content, isOfOtherTask: event.event.isOfOtherTask), step: UInt64(step),
        elapsedMilliseconds: max(last, min(event.elapsedMilliseconds, next)),
        recorded: event.event))
  }
}
