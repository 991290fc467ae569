/// One place of a grid: what stands there, and how it looks.
package struct Cell: Hashable, Sendable {
  /// One character as people count them; nothing where the cell before it is two columns wide.
  package var text: String
  /// One column or two, or none behind a cell of two columns.
  package var width: Int
  package var style: TextStyle

  /// A cell in which nothing stands.
  package static let blank = Cell(text: " ", width: 1, style: .plain)

  /// The second column of a wide character.
  static func continuation(_ style: TextStyle) -> Cell { Cell(text: "", width: 0, style: style) }
}
