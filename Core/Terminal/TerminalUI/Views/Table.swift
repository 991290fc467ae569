/// A column of a table.
///
///     let age = TableColumn("Age", width: 5, isTrailing: true)
public struct TableColumn: Hashable, Sendable {
  let title: String
  let width: Int?
  let isTrailing: Bool

  /// Creates a column. Without a width, it fills the remaining space.
  public init(_ title: String, width: Int? = nil, isTrailing: Bool = false) {
    self.title = title
    self.width = width
    self.isTrailing = isTrailing
  }
}

/// A table of cells with column titles. Only visible rows are created.
///
///     let columns = [TableColumn("Name"), TableColumn("Age", width: 5, isTrailing: true)]
///     let table = Table(columns, count: 1) { _ in ["Blob", "42"] }
public struct Table: View {
  private let columns: [TableColumn]
  private let count: Int
  private let cursor: ScreenCursor?
  private let row: (Int) -> [String]

  /// Creates a table, with rows of cells that a closure creates by index.
  public init(
    _ columns: [TableColumn], count: Int, cursor: ScreenCursor? = nil,
    row: @escaping (Int) -> [String]
  ) {
    self.columns = columns
    self.count = count
    self.cursor = cursor
    self.row = row
  }

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility { [.horizontal, .vertical] }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(offer.height, count + 1))
  }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let titles = line(columns.map(\.title)).bold()
    canvas.draw(titles, in: Rectangle(width: size.width, height: 1))
    let list = List(count, cursor: cursor) { [self] in line(row($0)) }
    canvas.draw(list, in: Rectangle(row: 1, width: size.width, height: size.height - 1))
  }

  private func line(_ cells: [String]) -> Row {
    Row {
      for (column, cell) in zip(columns, cells) {
        if let width = column.width {
          Row(spacing: 0) {
            if column.isTrailing { Spacer() }
            Text(cell)
          }
          .frame(width: width)
        } else {
          Row(spacing: 0) {
            if column.isTrailing { Spacer() }
            Text(cell)
            if !column.isTrailing { Spacer() }
          }
        }
      }
    }
  }
}
