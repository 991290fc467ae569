import RecordCoding
import RecordSchema

/// Reads names, numbers and quoted text from a line, scalar by scalar.
///
/// A `Character` would not do: a combining mark behind a quote makes one character with it.
struct TextScanner {
  /// As much as a message quotes of what it complains about.
  private static let quoteLimit = 40

  private let scalars: [Unicode.Scalar]
  private(set) var position = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// The number of the next scalar, from 1.
  var column: Int { position + 1 }

  var isAtEnd: Bool { position == scalars.count }

  /// The place behind the last scalar.
  var end: Int { scalars.count }

  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  mutating func skipSpaces() {
    while let next, next == " " || next == "\t" || next == "\r" || next == "\n" { position += 1 }
  }

  /// Goes back to, or on to, a place that was seen before.
  mutating func move(to position: Int) {
    self.position = position
  }

  /// Takes a sign, with the spaces before it, if it comes next.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard next == sign else { return false }
    position += 1
    return true
  }

  /// Takes a sign, which must come next.
  mutating func require(_ sign: Unicode.Scalar) throws(ActionTextError) {
    guard take(sign) else {
      throw .missingSign(expected: "'\(sign)'", found: nextPiece, column: column)
    }
  }

  /// Whether a sign comes next, behind spaces.
  mutating func comes(_ sign: Unicode.Scalar) -> Bool {
    skipSpaces()
    return next == sign
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
    while let next, next.isInIdentifier { position += 1 }
    return position > start ? text(from: start, to: position) : nil
  }

  /// Takes a name if it is this one.
  mutating func takeWord(_ word: String) -> Bool {
    skipSpaces()
    let start = position
    guard next != "`", name() == word else {
      position = start
      return false
    }
    return true
  }

  /// Takes what a number, or a UUID without quotes, may consist of.
  mutating func word() -> String {
    skipSpaces()
    let start = position
    while let next, next.isInIdentifier || next == "." || next == "-" || next == "+" {
      position += 1
    }
    return text(from: start, to: position)
  }

  /// What comes next, as a message quotes it.
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
    var piece = ""
    for scalar in scalars[position..<shown] {
      if scalar.isHidden {
        piece += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        piece.unicodeScalars.append(scalar)
      }
    }
    return piece + (shown < end ? "…" : "")
  }

  private static let separators: Set<Unicode.Scalar> = [
    " ", "\t", ",", ")", "]", "(", "[", ":", "\"",
  ]

  func text(from start: Int, to end: Int) -> String {
    let piece = scalars[start..<end]
    // As most often, and many times as fast.
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
