import RecordCoding
import RecordedValues
import SessionModel

/// Collects calls from the events of a log, and checks their references and values.
struct CallCollector {
  /// The memory that an event takes in addition to its bytes.
  private static let bytesPerEvent = 80

  private let header: SessionHeader
  /// The number of bytes that further events may take. Each byte of the file raises it.
  private var left = StateMemory.minLimit
  private(set) var calls: [EncodedCall] = []
  /// The answers that effects got, in the order of the actions that followed from them.
  private(set) var answers: [EncodedAnswer] = []
  /// The answers that led to the action of a step, by the number of the step.
  private(set) var answersOfSteps: [UInt64: Range<Int>] = [:]
  /// The answers of each effect since its last action, and the answers before that action.
  private var newAnswers: [UInt64: [EncodedAnswer]] = [:]
  private var lastAnswers: [UInt64: Range<Int>] = [:]
  private var references: EventReferences
  private var indices: [UInt64: Int] = [:]
  private var starts: [UInt64: Start] = [:]
  private var gapCount = 0

  private struct Start {
    let milliseconds: UInt64
    let gapCount: Int
  }

  init(header: SessionHeader, startsLater: Bool) {
    self.header = header
    references = EventReferences(header: header, startsLater: startsLater)
  }

  /// The number of the step that returned each effect.
  var effectSteps: [UInt64: UInt64] { references.effectSteps }

  mutating func enterBlock(memberLength: Int, followsGap: Bool) {
    left += StateMemory.bytesPerByte * memberLength
    references.enterBlock(memberLength: memberLength, followsGap: followsGap)
    if followsGap { gapCount += 1 }
  }

  /// Adds an event at a time in milliseconds. Ignores events of effects that began in lost steps.
  mutating func add(_ event: RecordedEvent, at time: UInt64) throws(BadBlock) {
    let endpoint = try references.add(event)
    let effect = event.event.effect
    // A stray call is shown below the step before it.
    let returningStep = effect == EffectEvent.strayCalls ? event.step : effectSteps[effect]
    guard let step = returningStep else { return }
    _ = try endpoint?.values(in: event.event.content, header.schema)
    switch event.event.content {
    case .began: try take(0)
    case .finished, .canceled, .dropped, .abandoned, .interrupted: break
    case .sent: send(effect, event)
    case .called(let call, let index, let arguments):
      try take(event.length)
      indices[call] = calls.count
      starts[call] = Start(milliseconds: time, gapCount: gapCount)
      calls.append(
        EncodedCall(
          number: call, effect: effect, effectStep: step, endpoint: index, arguments: arguments,
          beganAfter: event.step))
    case .element(let call, let value):
      guard let index = indices[call] else { return }
      try take(value.count)
      calls[index].elements += value
      calls[index].elementCount += 1
      let element = calls[index].elements.count - value.count..<calls[index].elements.count
      note(
        EncodedAnswer(call: index, element: element, elementNumber: calls[index].elementCount),
        of: effect)
    case .ended(let call, let outcome):
      guard let index = indices[call] else { return }
      try take(event.length)
      calls[index].outcome = outcome
      note(EncodedAnswer(call: index), of: effect)
      if let start = starts.removeValue(forKey: call), start.gapCount == gapCount,
        time >= start.milliseconds
      {
        calls[index].milliseconds = time - start.milliseconds
      }
    }
  }

  /// Notes an answer, which replaces one that the same stream gave just before.
  private mutating func note(_ answer: EncodedAnswer, of effect: UInt64) {
    if let last = newAnswers[effect]?.last, last.call == answer.call {
      newAnswers[effect]?.removeLast()
    }
    newAnswers[effect, default: []].append(answer)
  }

  /// Assigns the last answers of an effect to the step of an action that it sent.
  private mutating func send(_ effect: UInt64, _ event: RecordedEvent) {
    if let new = newAnswers.removeValue(forKey: effect) {
      lastAnswers[effect] = answers.count..<answers.count + new.count
      answers += new
    }
    // The step of an action follows its event.
    answersOfSteps[event.step + 1] = lastAnswers[effect]
  }

  private mutating func take(_ bytes: Int) throws(BadBlock) {
    left -= Self.bytesPerEvent + bytes
    guard left >= 0 else {
      throw .value(.tooLarge(limit: StateMemory.minLimit, offset: 0))
    }
  }
}
