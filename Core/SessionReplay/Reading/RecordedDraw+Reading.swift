import RecordCoding

extension [RecordedDraw] {
  /// Reads the draws of a step, each as the type that the header gives it.
  init(from payload: [UInt8], in range: Range<Int>, header: SessionHeader) throws(BadBlock) {
    self = []
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
      append(RecordedDraw(kind: kind, bytes: decoder.bytes(from: start)))
    }
  }
}
