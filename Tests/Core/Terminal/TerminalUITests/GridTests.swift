import TerminalUI
import Testing

@Suite("Painting changes of a grid")
struct GridTests {
  private func grid(_ text: String, width: Int = 10, height: Int = 2) -> Grid {
    Frame(Paragraph(text), size: Size(width: width, height: height)).grid
  }

  private func changes(_ old: String, _ new: String) -> [String] {
    grid(new).changes(since: grid(old)).map { change in
      "\(change.row):\(change.column) \(change.cells.map(\.text).joined())"
    }
  }

  @Test("Unchanged cells are not painted")
  func same() {
    #expect(changes("a\nb", "a\nb").isEmpty)
  }

  @Test("Only runs of changed cells are painted")
  func runs() {
    #expect(changes("abcdef\nx", "aXcdEF\nx") == ["0:1 X", "0:4 EF"])
    #expect(changes("abc", "a") == ["0:1   "])
  }

  @Test("A changed style is painted")
  func style() {
    let size = Size(width: 2, height: 1)
    let plain = Frame(Text("ab"), size: size).grid
    let bold = Frame(Text("ab").bold(), size: size).grid
    #expect(bold.changes(since: plain).map(\.cells.count) == [2])
  }

  @Test("A wide character is painted as a whole")
  func wide() {
    #expect(changes("a牛b", "a乳b") == ["0:1 乳"])
    #expect(changes("a牛b", "axyb") == ["0:1 xy"])
    #expect(changes("axyb", "a牛b") == ["0:1 牛"])
  }

  @Test("All cells are painted at first, and when the size changes")
  func everything() {
    #expect(grid("a").changes(since: nil).count == 2)
    #expect(grid("a").changes(since: grid("a", width: 9)).map(\.cells.count) == [10, 10])
  }

  @Test("Overwriting half of a wide character replaces the other half with a blank")
  func overwriting() {
    let view = Overwriting()
    let grid = Frame(view, size: Size(width: 4, height: 2)).grid
    #expect(grid.text == "x 乳\n x乳")
    #expect(grid.cells.map(\.width) == [1, 1, 2, 0, 1, 1, 2, 0])
  }
}

/// A view that overwrites the first and the second half of wide characters.
private struct Overwriting: View {
  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    canvas.write("牛乳")
    canvas.write("x")
    canvas.write("牛乳", row: 1)
    canvas.write("x", column: 1, row: 1)
  }
}
