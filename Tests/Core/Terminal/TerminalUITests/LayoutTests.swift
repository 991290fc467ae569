import TerminalUI
import Testing

@Suite("Layout in rows and columns")
struct LayoutTests {
  @Test("A row separates its views by a blank, and a spacer fills the remaining space")
  func row() {
    #expect(
      drawn(
        Row {
          Text("ab"); Text("c")
        }, 10, 1) == "ab c")
    #expect(
      drawn(
        Row(spacing: 0) {
          Text("ab"); Spacer(); Text("c")
        }, 6, 1) == "ab   c")
    #expect(
      drawn(
        Row {
          Text("abcdef"); Text("gh")
        }, 5, 1) == "abcd…")
  }

  @Test("Flexible views share the remaining space, and the later views get the remainder")
  func shares() {
    let row = Row(spacing: 0) {
      Spacer()
      Text("|")
      Spacer()
    }
    #expect(drawn(row, 6, 1) == "  |")
  }

  @Test("A column gives each view its lines, and omits views that don't fit")
  func column() {
    let column = Column(spacing: 1) {
      Text("a")
      Text("b")
      Text("c")
    }
    #expect(drawn(column, 3, 6) == "a\n\nb\n\nc\n")
    #expect(drawn(column, 3, 2) == "a\n")
  }

  @Test("A spacer in a column pushes later views to the bottom")
  func columnSpacer() {
    let column = Column {
      Text("a")
      Spacer(.vertical)
      Text("b")
    }
    #expect(drawn(column, 3, 4) == "a\n\n\nb")
  }

  @Test("Conditions and loops can create views")
  func builder() {
    func column(_ isLong: Bool) -> Column {
      Column {
        if isLong { for number in 1...2 { Text("\(number)") } } else { Text("short") }
      }
    }
    #expect(drawn(column(true), 5, 2) == "1\n2")
    #expect(drawn(column(false), 5, 2) == "short\n")
  }

  @Test("A box draws a frame with a title around its content")
  func box() {
    let box = Box("Prime") { Text("17") }
    #expect(drawn(Row { box }, 20, 3) == "┌─ Prime ─┐\n│ 17      │\n└─────────┘")
    #expect(drawn(box, 8, 3) == "┌─ P… ─┐\n│ 17   │\n└──────┘")
    #expect(drawn(box, 1, 1) == "")
  }

  @Test("A divider fills the width")
  func divider() {
    #expect(drawn(Divider(), 4, 1) == "────")
  }

  @Test(
    "A progress bar shows the completed fraction",
    arguments: [
      (0.0, "────   0 %"), (0.5, "██──  50 %"), (1.0, "████ 100 %"), (7.0, "████ 100 %"),
      (-1.0, "────   0 %"), (Double.nan, "────   0 %"), (0.999, "███─  99 %"),
    ])
  func progress(fraction: Double, text: String) {
    #expect(drawn(Progress(fraction), 10, 1) == text)
  }

  @Test("A button can be clicked unless it is disabled")
  func button() {
    let row = Row {
      Button("+", key: "+")
      Button("n", key: "n", isEnabled: false)
    }
    let frame = Frame(row, size: Size(width: 10, height: 1))
    #expect(frame.grid.text == "[+] (n)")
    #expect(frame.target(column: 2, row: 0) == .key("+"))
    #expect(frame.target(column: 3, row: 0) == nil)
    #expect(frame.target(column: 5, row: 0) == nil)
  }

  @Test("Tabs can be clicked, and the selected tab stays visible in a narrow bar")
  func tabs() {
    let titles = ["Counter", "Primes", "Steps"]
    let wide = Frame(TabBar(titles, selection: 1), size: Size(width: 40, height: 1))
    #expect(wide.grid.text == " 1 Counter  2 Primes  3 Steps")
    #expect(wide.target(column: 12, row: 0) == .tab(1))
    #expect(drawn(TabBar(titles, selection: 0), 14, 1) == " 1 Counter  2›")
    #expect(drawn(TabBar(titles, selection: 2), 14, 1) == "‹3 Steps")
    #expect(
      styled(TabBar(["A", "B"], selection: 0), 10, 1)
        == "‹bold reversed accent: 1 A ›‹muted: 2 B›")
  }

  @Test("A view cannot draw outside of its rectangle")
  func clipping() {
    let row = Row(spacing: 0) {
      Overflowing().frame(width: 3)
      Text("|")
    }
    #expect(drawn(row, 5, 1) == "abc|")
  }

  @Test("Views can be drawn at any size", arguments: 0..<6, 0..<6)
  func smallSizes(width: Int, height: Int) {
    let view = Column {
      Row {
        TabBar(["A", "B"], selection: 1); Progress(0.5)
      }
      Box("Title") { Paragraph("牛乳 and more") }
      Table([TableColumn("A", width: 2), TableColumn("B")], count: 9) { ["\($0)", "牛"] }
      Scroll(ScreenCursor(offset: 3)) { Text("x") }
    }
    let grid = Frame(view, size: Size(width: width, height: height)).grid
    #expect(grid.cells.count == width * height)
  }
}

/// A view that writes outside of its rectangle.
private struct Overflowing: View {
  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    canvas.write("--abcdef", column: -2)
    canvas.write("above", row: -1)
    canvas.write("below", row: 9)
  }
}
