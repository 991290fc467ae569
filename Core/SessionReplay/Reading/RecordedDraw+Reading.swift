import RecordCoding
import RecordSchema

extension [RecordedDraw] {
  /// Reads the draws of a step, each as the type that the header gives it.
  ///
  /// `kinds` gives for each dependency of the log the place of the app's, if that is asked for.
  init(
    from payload: [UInt8], in range: Range<Int>, header: SessionHeader, kinds: [Int]? = nil
  ) throws(BadBlock) {
    self = []
    // A draw may take two bytes of a log. Those of a real one take more, and pay for themselves.
    var left = Self.leastMemory + Self.bytesPerByte * payload.count
    var decoder = RecordDecoder(payload, in: range)
    while !decoder.isAtEnd {
      let kind = Int(truncatingIfNeeded: try BadBlock.reading { try decoder.varint(UInt32.self) })
      guard header.draws.indices.contains(kind) else { throw .unknownDraw(kind: kind) }
      let start = decoder.position
      var memory = ValueMemory(limit: StateMemory.least)
      try BadBlock.reading {
        _ = try decoder.decodeValue(
          of: header.draws[kind].type, in: header.schema, memory: &memory)
      }
      left -= Self.bytesPerDraw + decoder.position - start
      guard left >= 0 else { throw .tooManyDraws(count) }
      append(RecordedDraw(kind: kinds?[kind] ?? kind, bytes: decoder.bytes(from: start)))
    }
  }

  /// What the draws of a step may take in any case, in bytes.
  private static let leastMemory = 16 << 20
  /// What they may take beyond that for each byte of their block.
  private static let bytesPerByte = 16
  /// What a draw takes beside the bytes of its value.
  private static let bytesPerDraw = 80
}
