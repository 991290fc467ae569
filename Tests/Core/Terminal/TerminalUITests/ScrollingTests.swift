import TerminalUI
import Testing

@Suite("Lists, tables and scrolling")
struct ScrollingTests {
  private func list(_ count: Int, _ cursor: ScreenCursor?) -> List {
    List(count, cursor: cursor) { Text("row \($0)") }
  }

  @Test("The selected row is reversed over its full width, and rows can be clicked")
  func selection() {
    let frame = Frame(
      list(3, ScreenCursor(selection: 1)), size: Size(width: 7, height: 4))
    #expect(frame.grid.styledText == "row 0\n‹reversed:row 1›\nrow 2\n")
    #expect(frame.target(column: 6, row: 2) == .row(2))
    #expect(frame.target(column: 6, row: 3) == nil)
  }

  @Test(
    "A list scrolls only as far as necessary to show the selected row",
    arguments: [(0, 0, 0), (2, 0, 0), (3, 0, 1), (9, 0, 7), (9, 5, 7), (5, 5, 5), (4, 5, 4)])
  func following(selection: Int, offset: Int, first: Int) {
    let cursor = ScreenCursor(selection: selection, offset: offset)
    let frame = Frame(list(10, cursor), size: Size(width: 7, height: 3))
    #expect(frame.scrolling == ScrollRange(first: first, shown: 3, count: 10))
  }

  @Test("Only visible rows are created")
  func laziness() {
    var made: [Int] = []
    let list = List(10_000, cursor: ScreenCursor(selection: 5_000)) { place in
      made.append(place)
      return Text("\(place)")
    }
    _ = Frame(list, size: Size(width: 10, height: 3))
    #expect(made == [4_998, 4_999, 5_000])
  }

  @Test("A list without rows is empty")
  func empty() {
    #expect(drawn(list(0, ScreenCursor(selection: 3)), 5, 2) == "\n")
  }

  @Test("A table has titles, columns of fixed width, and a column that fills the remaining space")
  func table() {
    let columns = [
      TableColumn("Product"), TableColumn("Count", width: 5, isTrailing: true),
    ]
    let table = Table(columns, count: 2) { [["Milk", "2"], ["Bread", "12"]][$0] }
    #expect(drawn(table, 16, 4) == "Product    Count\nMilk           2\nBread         12\n")
  }

  @Test("Scrolling shows a part of the content up to its end", arguments: [(0, 0), (1, 1), (9, 2)])
  func scrolling(offset: Int, first: Int) {
    let scroll = Scroll(ScreenCursor(offset: offset)) {
      Column { for number in 0..<4 { Text("\(number)") } }
    }
    let frame = Frame(scroll, size: Size(width: 3, height: 2))
    #expect(frame.grid.text == "\(first)\n\(first + 1)")
    #expect(frame.scrolling == ScrollRange(first: first, shown: 2, count: 4))
  }

  @Test("Buttons that are scrolled out of view cannot be clicked")
  func hiddenButtons() {
    let scroll = Scroll(ScreenCursor(offset: 1)) {
      Column {
        Button("a", key: "a")
        Button("b", key: "b")
      }
    }
    let column = Column {
      Text("title")
      scroll
    }
    let frame = Frame(column, size: Size(width: 5, height: 2))
    #expect(frame.target(column: 0, row: 0) == nil)
    #expect(frame.target(column: 0, row: 1) == .key("b"))
  }

  @Test("A screen of lines starts at the cursor's line")
  func lines() {
    let screen = Screen<Int>("Text", lines: (0..<5).map { "line \($0)" })
    let view = screen.view(ScreenCursor(offset: 2))
    #expect(drawn(view, 8, 2) == "line 2\nline 3")
    #expect(drawn(screen.view(ScreenCursor(offset: 99)), 8, 2) == "line 3\nline 4")
  }
}
