import RecordCoding
import RecordedValues

/// Collects calls from the events of a log, and checks their references and values.
struct CallCollector {
  /// The memory that an event takes in addition to its bytes.
  private static let bytesPerEvent = 80

  private let header: SessionHeader
  /// The number of bytes that further events may take. Each byte of the file raises it.
  private var left = StateMemory.minLimit
  private(set) var calls: [EncodedCall] = []
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
    guard let step = effectSteps[effect] else { return }
    _ = try endpoint?.values(in: event.event.content, header.schema)
    switch event.event.content {
    case .began: try take(0)
    case .sent, .finished, .canceled, .dropped, .abandoned: break
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
    case .ended(let call, let outcome):
      guard let index = indices[call] else { return }
      try take(event.length)
      calls[index].outcome = outcome
      if let start = starts.removeValue(forKey: call), start.gapCount == gapCount,
        time >= start.milliseconds
      {
        calls[index].milliseconds = time - start.milliseconds
      }
    }
  }

  private mutating func take(_ bytes: Int) throws(BadBlock) {
    left -= Self.bytesPerEvent + bytes
    guard left >= 0 else {
      throw .value(.tooLarge(limit: StateMemory.minLimit, offset: 0))
    }
  }
}
