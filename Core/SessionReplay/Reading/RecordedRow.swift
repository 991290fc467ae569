import ComposableArchitecture
import RecordCoding
import RecordSchema

/// The constant part of a step, read by the header's schema alone.
struct RecordedRow {
  let action: RecordedValue
  let effect: EffectShape
  /// Where the change of state, or its digest, is in the payload; `nil` if there is none.
  let change: Range<Int>?

  init(
    _ row: StepChunk.Row, of payload: [UInt8], header: SessionHeader, memory: inout ValueMemory,
    effectsLeft: inout Int
  ) throws(BadBlock) {
    var decoder = RecordDecoder(payload, in: row.content)
    action = try BadBlock.reading {
      try decoder.decodeValue(of: header.action, in: header.schema, memory: &memory)
    }
    effect = try row.effect(&decoder, left: &effectsLeft)
    change = try row.change(&decoder, level: header.level)
  }
}

extension StepChunk.Row {
  /// Reads the effect, which stands behind the action.
  func effect(
    _ decoder: inout RecordDecoder, left: inout Int
  ) throws(BadBlock) -> EffectShape {
    guard flags.contains(.effect) else { return .none }
    return try BadBlock.reading { try EffectShape(recorded: &decoder, left: &left) }
  }

  /// Tells where the change is, which stands behind the effect and ends the row.
  func change(
    _ decoder: inout RecordDecoder, level: RecordingLevel
  ) throws(BadBlock) -> Range<Int>? {
    let range = decoder.position..<content.upperBound
    guard flags.contains(.change), level != .actions else {
      guard range.isEmpty else { throw .trailingBytes(range.count) }
      return nil
    }
    if level == .checks, range.count != Digest.length { throw .trailingBytes(range.count) }
    return range
  }
}
