/// What a terminal tells of.
package enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The first button of the mouse was pressed on a cell.
  case click(column: Int, row: Int)
  /// The wheel was turned by so many notches; below zero is up.
  case wheel(Int)
  /// Text was pasted.
  case paste(String)
  /// More was pasted than is taken; it has so many bytes.
  case oversizedPaste(bytes: Int)
  /// The terminal has another size.
  case resize(Size)
  /// Nothing more comes from the terminal.
  case end
}
