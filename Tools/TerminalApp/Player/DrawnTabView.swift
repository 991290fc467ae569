import TerminalUI

struct DrawnTabView: View {
  let drawn: DrawnTab
  let offset: Int

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    let title = drawn.titles.indices.contains(drawn.tab) ? drawn.titles[drawn.tab] : ""
    let count = drawn.titles.count
    canvas.write(
      count > 1 ? "\(title) (tab \(drawn.tab + 1) of \(count))" : title,
      style: TextStyle(color: .muted))
    for row in 0..<max(0, min(canvas.size.height - 1, drawn.grid.size.height - offset)) {
      for column in 0..<min(canvas.size.width, drawn.grid.size.width) {
        let cell = drawn.grid[column, row + offset]
        guard cell.width > 0, cell != .blank else { continue }
        canvas.write(cell.text, column: column, row: row + 1, style: cell.style)
      }
    }
  }
}
