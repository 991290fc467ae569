/// A line from left to right.
public struct Divider: View {
  /// Creates a line.
  public init() {}

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility { .horizontal }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(1, offer.height))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    canvas.write(
      String(repeating: "─", count: canvas.size.width), style: TextStyle(color: .muted))
  }
}
