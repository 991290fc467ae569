import RecordCoding

extension [RecordedDraw] {
  /// Reads the draws of a step, each as the type that the header gives it.
  init(from decoder: inout RecordDecoder, header: SessionHeader) throws(BadBlock) {
    self = []
    let count = try BadBlock.reading { try decoder.count() }
    for _ in 0..<count {
      let kind = Int(truncatingIfNeeded: try BadBlock.reading { try decoder.varint(UInt32.self) })
      guard header.draws.indices.contains(kind) else { throw .unknownDraw(kind: kind) }
      let start = decoder.position
      try BadBlock.reading {
        _ = try decoder.decodeValue(of: header.draws[kind].type, in: header.schema)
      }
      append(RecordedDraw(kind: kind, bytes: decoder.bytes(from: start)))
    }
  }
}
