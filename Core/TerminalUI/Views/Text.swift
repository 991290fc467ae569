/// A line of text; what does not fit is cut, with `…` at the end.
public struct Text: View {
  private let text: String

  /// Creates a line; control characters in it, line ends included, are shown as escapes.
  public init(_ text: String) {
    self.text = text
  }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    Size(width: min(offer.width, Glyph.width(of: text)), height: min(offer.height, 1))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    canvas.write(
      Glyph.all(in: text).cut(to: canvas.size.width), column: 0, row: 0, style: .plain)
  }
}

extension [Glyph] {
  /// The glyphs that fit in so many columns; the last of them is `…` if some do not.
  func cut(to width: Int) -> [Glyph] {
    guard reduce(0, { $0 + $1.width }) > width else { return self }
    guard width > 0 else { return [] }
    var room = width - 1
    var cut: [Glyph] = []
    for glyph in self {
      guard glyph.width <= room else { break }
      room -= glyph.width
      cut.append(glyph)
    }
    return cut + [Glyph(text: "…", width: 1)]
  }
}
