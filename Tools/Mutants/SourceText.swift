/// The text of a file, addressed by bytes and by lines.
struct SourceText {
  let bytes: [UInt8]
  private let lineStarts: [Int]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the line of a byte, counting from 1.
  func line(of offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Describes a replacement by the affected lines before and after it.
  func change(of range: Range<Int>, to replacement: String) -> String {
    let start = lineStarts[line(of: range.lowerBound) - 1]
    let last = line(of: max(range.lowerBound, range.upperBound - 1))
    let end = last < lineStarts.count ? lineStarts[last] : bytes.count
    let before = text(start..<end)
    let after = text(start..<range.lowerBound) + replacement + text(range.upperBound..<end)
    return "'\(Self.abbreviated(before))' → '\(Self.abbreviated(after))'"
  }

  static func abbreviated(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard words.count > 100 else { return words }
    return "\(words.prefix(60)) … \(words.suffix(38))"
  }
}
