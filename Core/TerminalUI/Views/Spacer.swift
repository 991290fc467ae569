/// Room that nothing is shown in: all that the views beside it leave.
public struct Spacer: View {
  private let directions: Flexibility

  /// Creates a spacer that grows from left to right, for a row, unless told otherwise.
  public init(_ directions: Flexibility = .horizontal) {
    self.directions = directions
  }

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility { directions }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    Size(
      width: directions.contains(.horizontal) ? offer.width : 0,
      height: directions.contains(.vertical) ? offer.height : 0)
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {}
}
