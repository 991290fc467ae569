/// A number of columns and rows.
///
///     let half = Size(width: 40, height: 12)
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size. Negative values are replaced by zero.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}

/// A rectangle of cells, with columns and rows counted from 0 at the top left.
///
///     struct Framed: View {
///       func size(within offer: Size) -> Size { offer }
///       func draw(on canvas: inout Canvas) {
///         canvas.draw(Text("Hello"), in: Rectangle(column: 1, row: 1, width: 10, height: 1))
///       }
///     }
public struct Rectangle: Hashable, Sendable {
  /// The first column.
  public var column: Int
  /// The first row.
  public var row: Int
  /// The number of columns and rows.
  public var size: Size

  /// Creates a rectangle.
  public init(column: Int = 0, row: Int = 0, width: Int, height: Int) {
    self.column = column
    self.row = row
    size = Size(width: width, height: height)
  }

  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < self.column + size.width
      && row >= self.row && row < self.row + size.height
  }

  func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rectangle(
      column: left, row: top,
      width: min(column + size.width, other.column + other.size.width) - left,
      height: min(row + size.height, other.row + other.size.height) - top)
  }

  var isEmpty: Bool { size.width == 0 || size.height == 0 }
}
