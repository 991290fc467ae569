/// A view within a frame of lines, with a title in it.
public struct Box<Content: View>: View {
  private let title: String
  private let content: Content

  /// Creates a frame around a view.
  public init(_ title: String = "", _ content: () -> Content) {
    self.title = title
    self.content = content()
  }

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility { content.flexibility }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    let inner = content.size(
      within: Size(width: offer.width - 4, height: offer.height - 2))
    let width = max(inner.width + 4, title.isEmpty ? 0 : Glyph.width(of: title) + 6)
    return Size(width: min(offer.width, width), height: min(offer.height, inner.height + 2))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    guard size.width >= 2, size.height >= 2 else { return }
    let line = TextStyle(color: .muted)
    let side = String(repeating: "─", count: size.width - 2)
    canvas.write("┌\(side)┐", style: line)
    for row in 1..<max(1, size.height - 1) {
      canvas.write("│", row: row, style: line)
      canvas.write("│", column: size.width - 1, row: row, style: line)
    }
    canvas.write("└\(side)┘", row: size.height - 1, style: line)
    let title = Glyph.all(in: title).cut(to: size.width - 6)
    if !title.isEmpty {
      let glyphs = Glyph.all(in: " ") + title + Glyph.all(in: " ")
      canvas.write(glyphs, column: 2, row: 0, style: TextStyle(isBold: true))
    }
    canvas.draw(
      content,
      in: Rectangle(column: 2, row: 1, width: size.width - 4, height: size.height - 2))
  }
}
