extension MemberSource {
  /// The maximum length in bytes of zeros that count as padding: 16 MiB.
  private static let maxPadding: UInt64 = 16 << 20

  /// Excludes the zeros after the end member, which a tape, a disk or a transfer has added.
  mutating func dropPadding() {
    // The end member ends with an empty deflate stream, a checksum and a length, which are zeros.
    let ending = LogFormat.emptyDeflate + [UInt8](repeating: 0, count: LogFormat.trailerLength)
    let length = UInt64(ending.count)
    guard fileLength > length, isZero(in: fileLength - length..<fileLength) else { return }
    var end = fileLength - length
    while end > 0, fileLength - end < Self.maxPadding {
      let start = end - min(end, 64 << 10)
      guard let bytes = try? read(at: start, count: Int(end - start)) else { return }
      if let last = bytes.lastIndex(where: { $0 != 0 }) {
        let memberEnd = start + UInt64(last) + length
        if hasEnd(at: memberEnd) { fileLength = memberEnd }
        return
      }
      end = start
    }
  }

  /// Whether only zeros follow an offset.
  func isPadding(from offset: UInt64) -> Bool {
    fileLength - offset < Self.maxPadding && isZero(in: offset..<fileLength)
  }

  private func isZero(in range: Range<UInt64>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let count = Int(min(range.upperBound - offset, 64 << 10))
      guard let bytes = try? read(at: offset, count: count), bytes.count == count,
        bytes.allSatisfy({ $0 == 0 })
      else { return false }
      offset += UInt64(count)
    }
    return true
  }
}
