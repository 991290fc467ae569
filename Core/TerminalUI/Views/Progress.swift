/// A bar that shows how much of something is done.
public struct Progress: View {
  private let fraction: Double

  /// Creates a bar; what lies outside of 0 to 1 is taken for the nearer end.
  public init(_ fraction: Double) {
    self.fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
  }

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility { .horizontal }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(1, offer.height))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let label = "\(Int((fraction * 100).rounded(.down))) %"
    let length = max(0, canvas.size.width - 6)
    let full = Int((Double(length) * fraction).rounded(.down))
    canvas.write(String(repeating: "█", count: full), style: TextStyle(color: .accent))
    canvas.write(
      String(repeating: "─", count: length - full), column: full, style: TextStyle(color: .muted))
    canvas.write(label, column: canvas.size.width - label.count)
  }
}
