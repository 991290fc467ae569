/// A view in a frame with a title.
///
///     let box = Box("Todos") { Text("Nothing to do") }
public struct Box<Content: View>: View {
  private let title: String
  private let content: Content

  /// Creates a frame around a view.
  public init(_ title: String = "", _ content: () -> Content) {
    self.title = title
    self.content = content()
  }

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility { content.flexibility }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    let inner = content.size(
      within: Size(width: offer.width - 4, height: offer.height - 2))
    let width = max(inner.width + 4, title.isEmpty ? 0 : Glyph.width(of: title) + 6)
    return Size(width: min(offer.width, width), height: min(offer.height, inner.height + 2))
  }

  /// Draws the view.
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

/// A view with a fixed width or height.
///
///     let name: Sized<Text> = Text("Blob").frame(width: 20)
public struct Sized<Content: View>: View {
  let content: Content
  let width: Int?
  let height: Int?

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility {
    var flexibility = content.flexibility
    if width != nil { flexibility.remove(.horizontal) }
    if height != nil { flexibility.remove(.vertical) }
    return flexibility
  }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    let room = Size(
      width: min(offer.width, width ?? offer.width),
      height: min(offer.height, height ?? offer.height))
    let wanted = content.size(within: room)
    return Size(
      width: width == nil ? wanted.width : room.width,
      height: height == nil ? wanted.height : room.height)
  }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) {
    canvas.draw(content)
  }
}

extension View {
  /// Returns the view with a fixed width, height, or both.
  public func frame(width: Int? = nil, height: Int? = nil) -> Sized<Self> {
    Sized(content: self, width: width, height: height)
  }
}

/// A scrolled view, which may be taller than the space for it.
///
///     let text = Scroll(cursor) { Paragraph("A long text") }
public struct Scroll<Content: View>: View {
  private static var limit: Int { 100_000 }

  private let offset: Int
  private let content: Content

  /// Creates a view of content, starting at the cursor's line.
  public init(_ cursor: ScreenCursor, _ content: () -> Content) {
    offset = cursor.offset
    self.content = content()
  }

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility { [.horizontal, .vertical] }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    content.size(within: Size(width: offer.width, height: offer.height))
  }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let height = content.size(within: Size(width: size.width, height: Self.limit)).height
    let first = max(0, min(offset, height - size.height))
    canvas.report(
      ScrollRange(first: first, shown: min(size.height, height - first), count: height))
    canvas.draw(
      content, in: Rectangle(row: -first, width: size.width, height: max(height, size.height)))
  }
}
