/// A list of rows, one of which can be selected. Only visible rows are created.
///
///     let list = List(names.count, cursor: cursor) { Text(names[$0]) }
public struct List: View {
  private let count: Int
  private let cursor: ScreenCursor?
  private let row: (Int) -> any View

  /// Creates a list of single-line rows, which a closure creates by index.
  ///
  /// The cursor determines the selected row. Without a cursor, no row is selected.
  public init(_ count: Int, cursor: ScreenCursor? = nil, row: @escaping (Int) -> any View) {
    self.count = max(0, count)
    self.cursor = cursor
    self.row = row
  }

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility { [.horizontal, .vertical] }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(offer.height, count))
  }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let range = ScrollRange(count: count, height: size.height, cursor: cursor)
    canvas.report(range)
    for line in 0..<range.shown {
      let index = range.first + line
      let rectangle = Rectangle(row: line, width: size.width, height: 1)
      let isSelected = index == cursor?.selection
      if isSelected {
        canvas.write(
          String(repeating: " ", count: size.width), row: line, style: TextStyle(isReversed: true))
      }
      canvas.draw(row(index), in: rectangle, style: TextStyle(isReversed: isSelected))
      if cursor != nil { canvas.addRegion(rectangle, .row(index)) }
    }
  }
}

extension ScrollRange {
  /// Creates a range that contains the selected row and starts close to the cursor's offset.
  init(count: Int, height: Int, cursor: ScreenCursor?) {
    let selection = min(max(0, cursor?.selection ?? 0), max(0, count - 1))
    var first = cursor?.offset ?? 0
    if cursor != nil { first = max(min(first, selection), selection - height + 1) }
    first = max(0, min(first, count - height))
    self.init(first: first, shown: max(0, min(height, count - first)), count: count)
  }
}
