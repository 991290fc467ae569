/// A line from left to right.
public struct Divider: View {
  /// Creates a line.
  public init() {}

  public var flexibility: Flexibility { .horizontal }

  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(1, offer.height))
  }

  public func draw(on canvas: inout Canvas) {
    canvas.write(
      String(repeating: "─", count: canvas.size.width), style: TextStyle(color: .muted))
  }
}
