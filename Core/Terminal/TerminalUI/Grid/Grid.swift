/// The contents of a screen, in rows of cells.
package struct Grid: Hashable, Sendable {
  package let size: Size
  package private(set) var cells: [Cell]

  package init(_ size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// Returns the cell at a column and row, which must be in bounds.
  package subscript(column: Int, row: Int) -> Cell {
    cells[row * size.width + column]
  }

  /// Writes a glyph, or a blank if the glyph does not fit.
  mutating func put(_ glyph: Glyph, _ style: TextStyle, column: Int, row: Int) {
    let index = row * size.width + column
    clear(index, column: column)
    guard glyph.width == 2 else {
      cells[index] = Cell(text: glyph.text, width: 1, style: style)
      return
    }
    guard column + 1 < size.width else {
      cells[index] = Cell(text: " ", width: 1, style: style)
      return
    }
    clear(index + 1, column: column + 1)
    cells[index] = Cell(text: glyph.text, width: 2, style: style)
    cells[index + 1] = .continuation(style)
  }

  /// Replaces half of a wide character with a blank, before the other half is overwritten.
  private mutating func clear(_ index: Int, column: Int) {
    if cells[index].width == 0, column > 0 {
      cells[index - 1] = Cell(text: " ", width: 1, style: cells[index - 1].style)
    }
    if cells[index].width == 2, column + 1 < size.width {
      cells[index + 1] = Cell(text: " ", width: 1, style: cells[index + 1].style)
    }
  }
}

package struct Cell: Hashable, Sendable {
  /// A single character; empty if the previous cell is two columns wide.
  package var text: String
  /// The number of columns: 1, 2, or 0 after a cell of two columns.
  package var width: Int
  package var style: TextStyle

  package static let blank = Cell(text: " ", width: 1, style: .plain)

  static func continuation(_ style: TextStyle) -> Cell { Cell(text: "", width: 0, style: style) }
}

package struct ChangedCells: Hashable, Sendable {
  package let column: Int
  package let row: Int
  package let cells: [Cell]
}

extension Grid {
  /// Returns the cells to draw over an old grid. If the sizes differ, returns all cells.
  package func changes(since old: Grid?) -> [ChangedCells] {
    var changes: [ChangedCells] = []
    for row in 0..<size.height {
      let start = row * size.width
      guard let old, old.size == size else {
        let cells = Array(cells[start..<(start + size.width)])
        changes.append(ChangedCells(column: 0, row: row, cells: cells))
        continue
      }
      var column = 0
      while column < size.width {
        let first = column
        while column < size.width, cells[start + column] != old.cells[start + column] {
          column += 1
        }
        if column > first {
          changes.append(run(from: first, to: column, row: row))
        }
        column += 1
      }
    }
    return changes
  }

  /// Returns a run of changed cells, extended to whole wide characters.
  private func run(from first: Int, to end: Int, row: Int) -> ChangedCells {
    let start = row * size.width
    var first = first
    var end = end
    if first > 0, cells[start + first].width == 0 { first -= 1 }
    if end < size.width, cells[start + end].width == 0 { end += 1 }
    return ChangedCells(
      column: first, row: row, cells: Array(cells[(start + first)..<(start + end)]))
  }
}

extension Grid {
  package var text: String {
    (0..<size.height).map { row in Self.trimmed(line(row).map(\.text).joined()) }
      .joined(separator: "\n")
  }

  /// The grid as text with styles: `‹bold accent:text›`.
  package var styledText: String {
    (0..<size.height).map { row in
      var text = ""
      var style = TextStyle.plain
      for cell in line(row) where cell.width > 0 {
        if cell.style != style {
          if style != .plain { text += "›" }
          if cell.style != .plain { text += "‹\(cell.style.names.joined(separator: " ")):" }
          style = cell.style
        }
        text += cell.text
      }
      return Self.trimmed(text) + (style != .plain ? "›" : "")
    }
    .joined(separator: "\n")
  }

  private func line(_ row: Int) -> ArraySlice<Cell> {
    cells[(row * size.width)..<((row + 1) * size.width)]
  }

  private static func trimmed(_ text: String) -> String {
    guard let end = text.lastIndex(where: { $0 != " " }) else { return "" }
    return String(text[...end])
  }
}

extension TextStyle {
  fileprivate var names: [String] {
    (isBold ? ["bold"] : []) + (isDim ? ["dim"] : []) + (isReversed ? ["reversed"] : [])
      + (isUnderlined ? ["underlined"] : []) + (color == .plain ? [] : ["\(color)"])
  }
}
