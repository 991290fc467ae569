/// Makes lines of the bytes of an input, and holds no more of them than one line of bounded length.
package struct LineSplitter {
  /// A line may have this many bytes.
  package static let limit = 1 << 20

  private var line: [UInt8] = []
  private var isTooLong = false
  private var number = 0

  /// Begins with the first line.
  package init() {}

  /// Takes bytes, and gives the lines that they end.
  package mutating func take(_ bytes: ArraySlice<UInt8>) -> [InputLine] {
    var lines: [InputLine] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      lines.append(endLine())
      rest = rest[(end + 1)...]
    }
    append(rest)
    return lines
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    let room = Self.limit - line.count
    line.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { isTooLong = true }
  }

  /// Gives the last line, if it was not ended.
  package mutating func end() -> InputLine? {
    line.isEmpty && !isTooLong ? nil : endLine()
  }

  private mutating func endLine() -> InputLine {
    number += 1
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    if isTooLong { return InputLine(number: number, content: .tooLong) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(validating: line, as: UTF8.self)
    return InputLine(number: number, content: text.map(InputLine.Content.text) ?? .notUTF8)
  }
}

/// A line of an input.
package struct InputLine: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    /// The line has more than `LineSplitter.limit` bytes.
    case tooLong
    /// The line is not text.
    case notUTF8
    /// The input could not be read on; the number is the `errno`.
    case unreadable(code: Int32)
  }

  /// The number of the line, from 1.
  package let number: Int
  package let content: Content
}
