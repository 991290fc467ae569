/// Text that goes on in the next line where the room ends, between words if it can.
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
