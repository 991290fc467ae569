import CSessionPage

/// The skeleton of the page, with its placeholders.
package enum PageTemplate {
  enum Piece: Equatable {
    case text(String)
    /// A name between double braces.
    case placeholder(String)
  }

  /// The text and the placeholders of the skeleton, in order.
  static let skeleton = pieces(of: session_page_skeleton().text)

  package static let style = session_page_style().text

  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let opening = rest.firstRange(of: "{{"),
      let closing = rest[opening.upperBound...].firstRange(of: "}}")
    {
      pieces.append(.text(String(rest[..<opening.lowerBound])))
      pieces.append(.placeholder(String(rest[opening.upperBound..<closing.lowerBound])))
      rest = rest[closing.upperBound...]
    }
    return pieces + [.text(String(rest))]
  }
}

extension session_page_file {
  var text: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
  }
}
