/// A line of text; what does not fit is cut, with `…` at the end.
///
///     let title = Text("Todos").bold()
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

/// Text that goes on in the next line where the room ends, between words if it can.
///
///     let text = Paragraph("Text that is longer than the screen is wide").frame(width: 20)
///
/// Where there is no room for all lines, the last one ends with `…`.
public struct Paragraph: View {
  private let glyphs: [[Glyph]]

  /// Creates a paragraph for each line of a text.
  public init(_ text: String) {
    glyphs = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Glyph.all(in: String($0)) }
  }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    let lines = lines(width: offer.width)
    let width = lines.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 0
    return Size(width: min(offer.width, width), height: min(offer.height, lines.count))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let lines = lines(width: canvas.size.width)
    let height = canvas.size.height
    for (row, line) in lines.prefix(height).enumerated() {
      let isCut = row == height - 1 && lines.count > height
      let shown = isCut ? line + Glyph.all(in: "…") : line
      canvas.write(shown.cut(to: canvas.size.width), column: 0, row: row, style: .plain)
    }
  }

  private func lines(width: Int) -> [[Glyph]] {
    glyphs.flatMap { Self.wrap($0[...], width: max(1, width)) }
  }

  private static func wrap(_ glyphs: ArraySlice<Glyph>, width: Int) -> [[Glyph]] {
    var lines: [[Glyph]] = []
    var rest = glyphs
    repeat {
      var end = rest.startIndex
      var columns = 0
      while end < rest.endIndex, columns + rest[end].width <= width || end == rest.startIndex {
        columns += rest[end].width
        end += 1
      }
      if end < rest.endIndex, rest[end].text != " ",
        let space = rest[..<end].lastIndex(where: { $0.text == " " }), space > rest.startIndex
      {
        end = space
      }
      lines.append(Array(rest[..<end]))
      rest = rest[end...]
      // The space at which the line was broken is not shown.
      if rest.first?.text == " " { rest = rest.dropFirst() }
    } while !rest.isEmpty
    return lines
  }
}

/// A view with a style that is added to the styles of what it shows.
///
///     let warning: Styled<Text> = Text("offline").color(.warning)
public struct Styled<Content: View>: View {
  let content: Content
  let style: TextStyle

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility { content.flexibility }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size { content.size(within: offer) }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    canvas.draw(content, style: style)
  }
}

extension View {
  /// The view in a style.
  public func style(_ style: TextStyle) -> Styled<Self> { Styled(content: self, style: style) }

  /// The view in bold.
  public func bold() -> Styled<Self> { style(TextStyle(isBold: true)) }

  /// The view dimmed.
  public func dim() -> Styled<Self> { style(TextStyle(isDim: true)) }

  /// The view with its colour and the background swapped.
  public func reversed() -> Styled<Self> { style(TextStyle(isReversed: true)) }

  /// The view underlined.
  public func underlined() -> Styled<Self> { style(TextStyle(isUnderlined: true)) }

  /// The view in a colour.
  public func color(_ color: TextColor) -> Styled<Self> { style(TextStyle(color: color)) }
}
