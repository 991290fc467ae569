/// A title in brackets that can be clicked, in place of a key.
public struct Button: View {
  private let title: String
  private let key: Key
  private let isEnabled: Bool

  /// Creates a button that does what a key does; a disabled one stands in parentheses.
  public init(_ title: String, key: Key, isEnabled: Bool = true) {
    self.title = title
    self.key = key
    self.isEnabled = isEnabled
  }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    Size(width: min(offer.width, Glyph.width(of: title) + 2), height: min(offer.height, 1))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let width = size(within: canvas.size).width
    let text = isEnabled ? "[\(title)]" : "(\(title))"
    canvas.write(
      Glyph.all(in: text).cut(to: width), column: 0, row: 0,
      style: isEnabled ? TextStyle(color: .accent) : TextStyle(isDim: true))
    if isEnabled { canvas.addRegion(Rectangle(width: width, height: 1), .key(key)) }
  }
}
