/// A piece of text that is never split on the screen, with its width in columns.
struct Glyph: Hashable, Sendable {
  let text: String
  let width: Int

  /// Returns the glyphs of each line of a string.
  static func lines(in text: String) -> [[Glyph]] {
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return [all(in: text)] }
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { all(in: String($0)) }
  }

  /// Returns the glyphs of a string on one line, with newlines and terminal controls as escapes.
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

  /// Appends a character, split into pieces if terminals give its parts separate columns.
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

  /// Returns the width of a piece of a character; `nil` if a terminal might not show it as text.
  private static func columns(of scalars: Substring.UnicodeScalarView) -> Int? {
    guard let first = scalars.first, first.isShown, first.columns > 0 else { return nil }
    // All scalars but the first combine with it. Reject any that aren't marks or joiners. A
    // variation selector requests the emoji, which is wide.
    var width = first.columns
    for scalar in scalars.dropFirst() {
      guard scalar.isShown || scalar.isTag else { return nil }
      if scalar.value == 0xFE0F || scalar.isRegionalIndicator { width = 2 }
    }
    return width
  }

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
  /// The width of the scalar on its own; zero if it combines with the previous scalar.
  var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    // The middle and last letters of a Korean syllable combine with the first.
    case _ where (0x1160...0x11FF).contains(value): 0
    default: WideRanges.contain(self) ? 2 : 1
    }
  }

  /// Whether the scalar takes columns although it continues a character, as Indic vowels do.
  fileprivate var hasOwnColumns: Bool {
    switch properties.generalCategory {
    case .spacingMark, .otherLetter: columns > 0
    default: false
    }
  }

  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether the scalar is a letter of the region's name in a flag.
  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// Whether a terminal shows the scalar without reversing the text direction or ending the line.
  fileprivate var isShown: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners occur within emoji and some scripts. Other format characters only disguise text.
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }

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

/// The scalars that take two columns in a terminal.
///
/// Contains the scalars whose East Asian Width is W or F in Unicode 14 (Unicode Standard Annex 11).
/// Unassigned scalars between them are included to keep the table short.
enum WideRanges {
  static func contain(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[middle].upperBound {
        low = middle + 1
      } else if value < ranges[middle].lowerBound {
        high = middle
      } else {
        return true
      }
    }
    return false
  }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF,
    0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F265, 0x1F300...0x1F320, 0x1F32D...0x1F335,
    0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
    0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
    0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
    0x1F947...0x1F9FF, 0x1FA70...0x1FAF6, 0x20000...0x3FFFD,
  ]
}
