/// A piece of text that stays together on the screen, with the columns that it takes.
struct Glyph: Hashable, Sendable {
  let text: String
  let width: Int

  /// The glyphs of a text; what a terminal would obey instead of showing it is written as an escape.
  ///
  /// A line end is an escape as well: each text stands on one line.
  static func all(in text: String) -> [Glyph] {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      return text.utf8.map { ascii[Int($0) - 0x20] }
    }
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(text.utf8.count)
    for character in text {
      if let byte = character.asciiValue, byte >= 0x20, byte < 0x7F, character != "\r\n" {
        glyphs.append(ascii[Int(byte) - 0x20])
      } else {
        append(character, to: &glyphs)
      }
    }
    return glyphs
  }

  /// Adds a character, in pieces where parts of it have columns of their own on a terminal.
  private static func append(_ character: Character, to glyphs: inout [Glyph]) {
    let scalars = character.unicodeScalars
    var start = scalars.startIndex
    while start < scalars.endIndex {
      let next = scalars.index(after: start)
      let end = scalars[next...].firstIndex(where: \.hasOwnColumns) ?? scalars.endIndex
      let piece = scalars[start..<end]
      if let width = columns(of: piece) {
        glyphs.append(Glyph(text: String(piece), width: width))
      } else {
        for scalar in piece { glyphs += scalar.escape.utf8.map(ascii(of:)) }
      }
      start = end
    }
  }

  /// The columns that a piece of a character takes, or `nil` if a terminal would obey it, or show
  /// nothing.
  private static func columns(of scalars: Substring.UnicodeScalarView) -> Int? {
    guard let first = scalars.first, first.isShown, first.columns > 0 else { return nil }
    // What follows the first scalar joins it. Anything else than a mark or a joiner is not to be
    // trusted; a variation selector asks for the emoji, which is wide.
    var width = first.columns
    for scalar in scalars.dropFirst() {
      guard scalar.isShown || scalar.isTag else { return nil }
      if scalar.value == 0xFE0F || scalar.isRegionalIndicator { width = 2 }
    }
    return width
  }

  /// The columns that a text takes.
  static func width(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return all(in: text).reduce(0) { $0 + $1.width }
  }

  private static let ascii = (0x20..<0x7F).map { (byte: UInt8) in
    Glyph(text: String(Unicode.Scalar(byte)), width: 1)
  }

  private static func ascii(of byte: UInt8) -> Glyph {
    ascii[Int(byte) - 0x20]
  }
}

extension Unicode.Scalar {
  /// The columns that it takes on its own: none for what joins the scalar before it.
  var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    // The middle and last letters of a Korean syllable join the first.
    case _ where (0x1160...0x11FF).contains(value): 0
    default: WideRanges.contain(self) ? 2 : 1
    }
  }

  /// Whether it takes columns though it is a part of a character that another scalar begins, as
  /// vowels and joined letters of Indic scripts do.
  fileprivate var hasOwnColumns: Bool {
    switch properties.generalCategory {
    case .spacingMark, .otherLetter: columns > 0
    default: false
    }
  }

  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether it is a letter of the name of a region in a flag.
  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// Whether a terminal shows it, and it neither turns text around nor ends the line.
  fileprivate var isShown: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners stand within emoji and some scripts; the other format characters only disguise.
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }

  /// The scalar as it is written between quotes.
  fileprivate var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    default: "\\u{\(String(value, radix: 16))}"
    }
  }
}
