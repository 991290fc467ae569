/// Goes through a file to the places where a member may begin, by the bytes that all begin with.
struct MemberSearch {
  private static let length = 64 << 10
  private static let prefix = LogFormat.gzipPrefix + LogFormat.extraPrefix

  private let source: MemberSource
  private var offset: UInt64
  private var bytes: [UInt8] = []
  /// The offset of the first of `bytes`.
  private var start: UInt64 = 0

  /// Begins at an offset.
  init(_ source: MemberSource, from offset: UInt64) {
    self.source = source
    self.offset = offset
  }

  /// Goes on at an offset that lies ahead.
  mutating func skip(to offset: UInt64) {
    self.offset = max(offset, self.offset)
  }

  /// The next place; `nil` if there is none, or the file cannot be read.
  mutating func next() -> UInt64? {
    while offset + UInt64(Self.prefix.count) <= source.fileLength {
      if offset < start || offset + UInt64(Self.prefix.count) > start + UInt64(bytes.count) {
        // A file of holes claims more than it holds.
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
