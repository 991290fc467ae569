import AppShell
import Testing

@Suite("Lines of an input")
struct LineSplitterTests {
  /// Splits an input that arrives in pieces of a length.
  private func lines(_ input: [UInt8], pieces length: Int) -> [InputLine] {
    var splitter = LineSplitter()
    var lines: [InputLine] = []
    var rest = input[...]
    while !rest.isEmpty {
      lines += splitter.take(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    if let last = splitter.end() { lines.append(last) }
    return lines
  }

  private func contents(_ text: String) -> [InputLine.Content] {
    lines(Array(text.utf8), pieces: 3).map(\.content)
  }

  @Test("Lines end with a newline, with or without a carriage return, or with the input")
  func endings() {
    #expect(contents("a\nbc\r\n\nd") == [.text("a"), .text("bc"), .text(""), .text("d")])
    #expect(contents("a\n") == [.text("a")])
    #expect(contents("").isEmpty)
  }

  @Test("Lines are numbered, for pieces of any length", arguments: [1, 2, 5, 100])
  func pieces(length: Int) {
    let lines = lines(Array("één\ntwo\n".utf8), pieces: length)
    #expect(lines.map(\.number) == [1, 2])
    #expect(lines.map(\.content) == [.text("één"), .text("two")])
  }

  @Test("A line that isn't UTF-8 is reported, and the next line is read")
  func encoding() {
    let lines = lines([0x61, 0xFF, 0x0A, 0x62], pieces: 2)
    #expect(lines.map(\.content) == [.notUTF8, .text("b")])
  }

  @Test("A line can have at most a mebibyte")
  func length() {
    let longest = [UInt8](repeating: 0x61, count: LineSplitter.limit)
    let end = [UInt8(ascii: "\n")]
    let lines = lines(longest + end + longest + [0x61] + end + [0x62], pieces: 100_000)
    #expect(lines.count == 3)
    #expect(lines[0].content == .text(String(repeating: "a", count: LineSplitter.limit)))
    #expect(lines[1].content == .tooLong)
    #expect(lines[2].content == .text("b"))
  }
}
