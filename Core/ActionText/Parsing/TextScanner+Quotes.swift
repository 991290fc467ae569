import RecordCoding

extension TextScanner {
  /// Takes text in quotes and resolves its escapes, or returns `nil` if no quote comes next.
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

  /// Takes up to eight digits between braces.
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
