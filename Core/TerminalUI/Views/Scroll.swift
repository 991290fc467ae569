/// A part of a view that is taller than the room for it.
public struct Scroll<Content: View>: View {
  /// Taller views are cut.
  private static var limit: Int { 100_000 }

  private let offset: Int
  private let content: Content

  /// Shows a view from the line on at which the cursor stands.
  public init(_ cursor: ScreenCursor, _ content: () -> Content) {
    offset = cursor.offset
    self.content = content()
  }

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility { [.horizontal, .vertical] }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    content.size(within: Size(width: offer.width, height: offer.height))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let height = content.size(within: Size(width: size.width, height: Self.limit)).height
    let first = max(0, min(offset, height - size.height))
    canvas.report(
      ScrollPlace(first: first, shown: min(size.height, height - first), count: height))
    canvas.draw(
      content, in: Rectangle(row: -first, width: size.width, height: max(height, size.height)))
  }
}
