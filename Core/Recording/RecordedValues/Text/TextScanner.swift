import RecordCoding

/// Reads an action, a path or a condition scalar by scalar, because a quote and a combining mark
/// form one `Character`.
struct TextScanner {
  /// The maximum number of characters in a quotation.
  private static let quoteLimit = 40

  private let scalars: [Unicode.Scalar]
  private(set) var position = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// The column of the next scalar, counted from 1.
  var column: Int { position + 1 }

  var isAtEnd: Bool { position == scalars.count }

  var end: Int { scalars.count }

  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  mutating func skipSpaces() {
    while let next, next == " " || next == "\t" || next == "\r" || next == "\n" { position += 1 }
  }

  /// The text that has not been read.
  var rest: String { text(from: position, to: end) }

  mutating func move(to position: Int) {
    self.position = position
  }

  /// Takes a sign and any spaces before it, if it comes next.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard next == sign else { return false }
    position += 1
    return true
  }

  /// Takes a sign of several scalars, and any spaces before it, if it comes next.
  mutating func take(all sign: String) -> Bool {
    skipSpaces()
    guard scalars[position...].starts(with: sign.unicodeScalars) else { return false }
    position += sign.unicodeScalars.count
    return true
  }

  mutating func require(_ sign: Unicode.Scalar) throws(ActionTextError) {
    guard take(sign) else {
      throw .missingSign(expected: "'\(sign)'", found: nextPiece, column: column)
    }
  }

  /// Takes the comma before the next value, or reports the signs that can follow a value.
  ///
  /// A comma may also precede the closing sign.
  mutating func requireComma(
    before close: Unicode.Scalar, expectsMore: Bool = true
  ) throws(ActionTextError) {
    guard take(",") else {
      throw .missingSign(
        expected: expectsMore ? "',' or '\(close)'" : "'\(close)'", found: nextPiece,
        column: column)
    }
  }

  mutating func isNext(_ sign: Unicode.Scalar) -> Bool {
    skipSpaces()
    return next == sign
  }

  /// Takes a name, whose closing backtick is missing if the line ends in a raw identifier.
  mutating func partialName() -> String? {
    if let name = name() { return name }
    guard next == "`", !scalars[(position + 1)...].contains("`") else { return nil }
    defer { position = end }
    return text(from: position + 1, to: end)
  }

  /// Takes a name, with or without backticks.
  mutating func name() -> String? {
    skipSpaces()
    let start = position
    if next == "`" {
      position += 1
      while let next, next != "`" { position += 1 }
      guard next == "`", position > start + 1 else {
        position = start
        return nil
      }
      position += 1
      return text(from: start + 1, to: position - 1)
    }
    guard let first = next, !("0"..."9").contains(first) else { return nil }
    return identifier()
  }

  /// Takes the characters of a name without backticks, which may be digits only.
  mutating func identifier() -> String? {
    let start = position
    while let next, next.isInIdentifier { position += 1 }
    return position > start ? text(from: start, to: position) : nil
  }

  mutating func takeWord(_ word: String) -> Bool {
    skipSpaces()
    let start = position
    guard next != "`", name() == word else {
      position = start
      return false
    }
    return true
  }

  /// Takes the characters of a number, or of a UUID without quotes.
  mutating func word() -> String {
    skipSpaces()
    let start = position
    while let next, next.isInIdentifier || next == "." || next == "-" || next == "+" {
      position += 1
    }
    return text(from: start, to: position)
  }

  var nextPiece: String {
    var end = position
    if next == "\"" {
      end += 1
      while end < scalars.count, scalars[end] != "\"" { end += scalars[end] == "\\" ? 2 : 1 }
      end += 1
    } else {
      while end < scalars.count, !Self.separators.contains(scalars[end]) { end += 1 }
      end = max(end, position + 1)
    }
    end = min(end, scalars.count)
    guard position < end else { return "the end of the line" }
    let shown = min(end, position + Self.quoteLimit)
    let piece = scalars[position..<shown].map { $0.isHidden ? $0.escape : String($0) }.joined()
    return piece + (shown < end ? "…" : "")
  }

  private static let separators: Set<Unicode.Scalar> = [
    " ", "\t", ",", ")", "]", "(", "[", ":", "\"",
  ]

  func text(from start: Int, to end: Int) -> String {
    let piece = scalars[start..<end]
    // Text is usually ASCII, for which this is many times faster.
    if piece.allSatisfy(\.isASCII) {
      return String(unsafeUninitializedCapacity: piece.count) { bytes in
        for (index, scalar) in piece.enumerated() { bytes[index] = UInt8(scalar.value) }
        return piece.count
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: piece)
    return String(text)
  }
}

extension TextScanner {
  /// A sign that is missing at the end of a text.
  struct MissingSign: Error {
    let sign: Unicode.Scalar
  }

  private static let closings: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "`": "`", "[": "]", "(": ")",
  ]

  /// Takes a text in quotes, a raw identifier, or brackets with everything in them, including the
  /// enclosing signs. Returns `nil` if none of them comes next, and stays in place on an error.
  mutating func enclosedText() throws(MissingSign) -> String? {
    guard let first = next, Self.closings[first] != nil else { return nil }
    var end = position
    var open: [Unicode.Scalar] = []
    repeat {
      guard end < scalars.count else { throw MissingSign(sign: open.last ?? first) }
      let scalar = scalars[end]
      end += 1
      switch open.last {
      case scalar: open.removeLast()
      case "\"": if scalar == "\\" { end += 1 }
      case "`": break
      default: if let closing = Self.closings[scalar] { open.append(closing) }
      }
    } while !open.isEmpty
    defer { position = end }
    return text(from: position, to: end)
  }
}

extension String {
  /// The text without its quotes and escapes, or `nil` if the string is not one text in quotes.
  var unquoted: String? {
    var scanner = TextScanner(self)
    guard scanner.next == "\"", let text = try? scanner.quotedText(), scanner.isAtEnd else {
      return nil
    }
    return text
  }
}

extension TextScanner {
  mutating func label() -> String? {
    let start = position
    if let label = name(), take(":") { return label }
    move(to: start)
    return nil
  }

  /// Returns the labels of the values in the parentheses that come next.
  func upcomingLabels() -> [String?] {
    var scanner = self
    guard scanner.take("("), !scanner.isNext(")") else { return [] }
    var labels: [String?] = []
    repeat {
      labels.append(scanner.label())
      scanner.skipValue()
    } while scanner.take(",")
    return labels
  }

  private mutating func skipValue() {
    var nesting = 0
    while let scalar = next {
      switch scalar {
      case "\"":
        guard (try? quotedText()) != nil else { return move(to: end) }
        continue
      case "(", "[": nesting += 1
      case ")", "]":
        guard nesting > 0 else { return }
        nesting -= 1
      case "," where nesting == 0: return
      default: break
      }
      move(to: position + 1)
    }
  }
}

extension TextScanner {
  /// Takes quoted text and resolves its escapes. Returns `nil` if no quote comes next.
  mutating func quotedText() throws(ActionTextError) -> String? {
    skipSpaces()
    let start = position
    guard take("\"") else { return nil }
    var text = String.UnicodeScalarView()
    while let scalar = next {
      move(to: position + 1)
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escape())
      default: text.append(scalar)
      }
    }
    throw .unterminatedText(column: start + 1)
  }

  private mutating func escape() throws(ActionTextError) -> Unicode.Scalar {
    let start = position - 1
    guard let scalar = next else { throw .unterminatedText(column: start + 1) }
    move(to: position + 1)
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "0": return "\0"
    case "\"", "\\", "'": return scalar
    case "u":
      if next == "{", let value = hexadecimal() { return value }
    default: break
    }
    let end = position
    move(to: start)
    let found = String(nextPiece.prefix(max(2, end - start)))
    throw .unknownEscape(found: found, column: start + 1)
  }

  /// Takes up to eight hexadecimal digits in braces.
  private mutating func hexadecimal() -> Unicode.Scalar? {
    let start = position + 1
    var end = start
    move(to: start)
    while let scalar = next, scalar.properties.isASCIIHexDigit, end - start < 8 {
      end += 1
      move(to: end)
    }
    guard next == "}", let value = UInt32(text(from: start, to: end), radix: 16) else { return nil }
    move(to: end + 1)
    return Unicode.Scalar(value)
  }
}
