/// A view that takes so many columns or rows, whatever it shows.
public struct Sized<Content: View>: View {
  let content: Content
  let width: Int?
  let height: Int?

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility {
    var flexibility = content.flexibility
    if width != nil { flexibility.remove(.horizontal) }
    if height != nil { flexibility.remove(.vertical) }
    return flexibility
  }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    let room = Size(
      width: min(offer.width, width ?? offer.width),
      height: min(offer.height, height ?? offer.height))
    let wanted = content.size(within: room)
    return Size(
      width: width == nil ? wanted.width : room.width,
      height: height == nil ? wanted.height : room.height)
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    canvas.draw(content)
  }
}

extension View {
  /// The view with a fixed width, height, or both.
  public func frame(width: Int? = nil, height: Int? = nil) -> Sized<Self> {
    Sized(content: self, width: width, height: height)
  }
}
