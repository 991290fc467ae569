extension Grid {
  /// The grid as plain text, a line a row, without the blanks at the ends of lines.
  package var text: String {
    (0..<size.height).map { row in Self.trimmed(line(row).map(\.text).joined()) }
      .joined(separator: "\n")
  }

  /// The same with styles: `‹bold accent:text›`.
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
