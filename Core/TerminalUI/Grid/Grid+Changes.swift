/// Cells beside each other that have changed.
package struct ChangedCells: Hashable, Sendable {
  package let column: Int
  package let row: Int
  package let cells: [Cell]
}

extension Grid {
  /// What must be painted over another grid to make it this one; all of it if the sizes differ.
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

  /// The run of changed cells; it never begins or ends within a wide character.
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
