/// A text, usually of one line. A line that does not fit is truncated and ends with `…`.
///
///     let title = Text("Todos").bold()
///
/// If not all lines fit, the last visible one ends with `…`.
public struct Text: View {
  private let lines: [[Glyph]]

  /// Creates a text, with a line break at each newline. Other control characters are shown as
  /// escapes.
  public init(_ text: String) {
    lines = Glyph.lines(in: text)
  }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size { lines.size(within: offer) }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) { lines.draw(on: &canvas) }
}

extension [[Glyph]] {
  /// Returns the size that lines take within the offered size.
  fileprivate func size(within offer: Size) -> Size {
    let lines = shown(height: offer.height)
    let width = lines.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 0
    return Size(width: Swift.min(offer.width, width), height: lines.count)
  }

  fileprivate func draw(on canvas: inout Canvas) {
    for (row, line) in shown(height: canvas.size.height).enumerated() {
      canvas.write(line.cut(to: canvas.size.width), column: 0, row: row, style: .plain)
    }
  }

  /// Returns the lines that fit. The last one ends with `…` if more follow.
  private func shown(height: Int) -> [[Glyph]] {
    guard count > height else { return self }
    return prefix(Swift.max(0, height - 1))
      + prefix(Swift.max(0, height)).suffix(1).map { $0 + Glyph.all(in: "…") }
  }
}

extension [Glyph] {
  /// Returns the glyphs that fit in a number of columns, ending with `…` if some do not fit.
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

/// A text that wraps, preferably between words.
///
///     let text = Paragraph("Text that is longer than the screen is wide").frame(width: 20)
///
/// If not all lines fit, the last visible one ends with `…`.
public struct Paragraph: View {
  private let glyphs: [[Glyph]]

  /// Creates a paragraph, with a line break at each newline.
  public init(_ text: String) {
    glyphs = Glyph.lines(in: text)
  }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size { lines(width: offer.width).size(within: offer) }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) { lines(width: canvas.size.width).draw(on: &canvas) }

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
      // The space at a line break is not shown.
      if rest.first?.text == " " { rest = rest.dropFirst() }
    } while !rest.isEmpty
    return lines
  }
}

/// A view with a style that is combined with the styles of its content.
///
///     let warning: Styled<Text> = Text("offline").color(.warning)
public struct Styled<Content: View>: View {
  let content: Content
  let style: TextStyle

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility { content.flexibility }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size { content.size(within: offer) }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) {
    canvas.draw(content, style: style)
  }
}

extension View {
  /// Returns the view in a style.
  public func style(_ style: TextStyle) -> Styled<Self> { Styled(content: self, style: style) }

  /// Returns the view in bold.
  public func bold() -> Styled<Self> { style(TextStyle(isBold: true)) }

  /// Returns the view dimmed.
  public func dim() -> Styled<Self> { style(TextStyle(isDim: true)) }

  /// Returns the view with its text and background colors swapped.
  public func reversed() -> Styled<Self> { style(TextStyle(isReversed: true)) }

  /// Returns the view underlined.
  public func underlined() -> Styled<Self> { style(TextStyle(isUnderlined: true)) }

  /// Returns the view in a color.
  public func color(_ color: TextColor) -> Styled<Self> { style(TextStyle(color: color)) }
}
