/// A search for the offsets at which a member may begin, by the first bytes of every member.
struct MemberSearch {
  private static let length = 64 << 10
  private static let prefix = LogFormat.gzipPrefix + LogFormat.extraPrefix

  private let source: MemberSource
  private var offset: UInt64
  private var bytes: [UInt8] = []
  /// The offset of `bytes` in the file.
  private var start: UInt64 = 0

  init(_ source: MemberSource, from offset: UInt64) {
    self.source = source
    self.offset = offset
  }

  mutating func skip(to offset: UInt64) {
    self.offset = max(offset, self.offset)
  }

  mutating func next() -> UInt64? {
    while offset + UInt64(Self.prefix.count) <= source.fileLength {
      if offset < start || offset + UInt64(Self.prefix.count) > start + UInt64(bytes.count) {
        // A file with holes can claim more than it contains.
        offset = max(offset, source.nextData(from: offset))
        guard let read = try? source.read(at: offset, count: Self.length),
          read.count >= Self.prefix.count
        else { return nil }
        (bytes, start) = (read, offset)
      }
      if let position = position(from: Int(offset - start)) {
        offset = start + UInt64(position) + 1
        return offset - 1
      }
      offset = start + UInt64(bytes.count - Self.prefix.count + 1)
    }
    return nil
  }

  private func position(from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var position = start
      while position + Self.prefix.count <= bytes.count {
        if bytes[position] == Self.prefix[0],
          bytes[position..<position + Self.prefix.count].elementsEqual(Self.prefix)
        {
          return position
        }
        position += 1
      }
      return nil
    }
  }
}
