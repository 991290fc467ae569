/// What a screen shows: rows of cells.
package struct Grid: Hashable, Sendable {
  package let size: Size
  package private(set) var cells: [Cell]

  /// Creates a blank grid.
  package init(_ size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// The cell of a column and row, which must be there.
  package subscript(column: Int, row: Int) -> Cell {
    cells[row * size.width + column]
  }

  /// Puts a glyph into the grid; one that does not fit leaves a blank.
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

  /// Leaves no half of a wide character beside what is written over its other half.
  private mutating func clear(_ index: Int, column: Int) {
    if cells[index].width == 0, column > 0 {
      cells[index - 1] = Cell(text: " ", width: 1, style: cells[index - 1].style)
    }
    if cells[index].width == 2, column + 1 < size.width {
      cells[index + 1] = Cell(text: " ", width: 1, style: cells[index + 1].style)
    }
  }
}
