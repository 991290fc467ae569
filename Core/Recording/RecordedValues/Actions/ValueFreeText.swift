extension String {
  /// The text of an action without associated values, assigned values and row indexes.
  package var caseNames: String {
    let names = replacingValues(brackets: "[(", by: nil)
    guard let range = names.firstRange(of: " = ") else { return names }
    return String(names[..<range.lowerBound])
  }

  /// The string with an ellipsis for each number, quoted string and index.
  package var withoutValues: String { replacingValues(brackets: "[", by: "…") }

  /// The string with an ellipsis for each value. The content of parentheses, such as the fields of
  /// a state, and words like `true` are values as well.
  package var withoutFields: String {
    replacingValues(brackets: "[(", by: "…").split(separator: " ", omittingEmptySubsequences: false)
      .map { ["true", "false", "nil"].contains($0) ? "…" : $0 }.joined(separator: " ")
  }

  private func replacingValues(brackets: String, by ellipsis: String?) -> String {
    var scanner = ValueScanner(
      utf8: Array(utf8), brackets: Array(brackets.utf8), keepsRawIdentifiers: ellipsis == nil)
    var result: [UInt8] = []
    while let piece = scanner.next() {
      switch piece {
      case .plain(let byte): result.append(byte)
      case .quoted: result += ellipsis.map { Array("\"\($0)\"".utf8) } ?? []
      case .bracketed: result += ellipsis.map { Array("[\($0)]".utf8) } ?? []
      case .number: result += ellipsis.map { Array($0.utf8) } ?? []
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// A scanner that separates values from the rest of an action, a path or a message.
private struct ValueScanner {
  enum Piece {
    case plain(UInt8)
    case quoted
    case bracketed
    case number
  }

  let utf8: [UInt8]
  /// The characters that open a part which is a value as a whole.
  let brackets: [UInt8]
  /// Whether the text describes an action, in which backticks enclose a name.
  let keepsRawIdentifiers: Bool
  private var position = 0
  private var isRaw = false

  init(utf8: [UInt8], brackets: [UInt8], keepsRawIdentifiers: Bool) {
    self.utf8 = utf8
    self.brackets = brackets
    self.keepsRawIdentifiers = keepsRawIdentifiers
  }

  mutating func next() -> Piece? {
    guard position < utf8.count else { return nil }
    let byte = utf8[position]
    if byte == UInt8(ascii: "`"), keepsRawIdentifiers { isRaw.toggle() }
    if isRaw {
      position += 1
      return .plain(byte)
    }
    if byte == UInt8(ascii: "\"") {
      skipQuoted()
      return .quoted
    }
    if brackets.contains(byte) {
      skipBracketed()
      return .bracketed
    }
    if position == 0 || !Self.isName(utf8[position - 1]), skipIdentifier() || skipNumber() {
      return .number
    }
    position += 1
    return .plain(byte)
  }

  /// Skips a quoted string, whose end may have been truncated.
  private mutating func skipQuoted() {
    position += 1
    while position < utf8.count, utf8[position] != UInt8(ascii: "\"") {
      position += utf8[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = Swift.min(position + 1, utf8.count)
  }

  /// Skips a UUID. Returns whether there is one.
  private mutating func skipIdentifier() -> Bool {
    let groups = [8, 4, 4, 4, 12]
    var end = position
    for (index, count) in groups.enumerated() {
      if index > 0 {
        guard end < utf8.count, utf8[end] == UInt8(ascii: "-") else { return false }
        end += 1
      }
      guard end + count <= utf8.count, utf8[end..<end + count].allSatisfy(Self.isHexDigit)
      else { return false }
      end += count
    }
    position = end
    return true
  }

  /// Skips a number with its sign, fraction and exponent. Returns whether there is one.
  private mutating func skipNumber() -> Bool {
    var end = position
    if utf8[end] == UInt8(ascii: "-") { end += 1 }
    guard hasDigit(at: end) else { return false }
    skipDigits(&end)
    if end < utf8.count, utf8[end] == UInt8(ascii: "."), hasDigit(at: end + 1) {
      end += 1
      skipDigits(&end)
    }
    if end < utf8.count, utf8[end] | 0x20 == UInt8(ascii: "e") {
      let hasSign =
        end + 1 < utf8.count && [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(utf8[end + 1])
      if hasDigit(at: end + (hasSign ? 2 : 1)) {
        end += hasSign ? 2 : 1
        skipDigits(&end)
      }
    }
    position = end
    return true
  }

  private func hasDigit(at index: Int) -> Bool { index < utf8.count && Self.isDigit(utf8[index]) }

  private func skipDigits(_ index: inout Int) {
    while hasDigit(at: index) { index += 1 }
  }

  private mutating func skipBracketed() {
    var depth = 0
    while position < utf8.count {
      switch utf8[position] {
      case UInt8(ascii: "\""):
        skipQuoted()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  /// Returns whether a byte may belong to a name. Bytes of non-ASCII letters do.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), 0x80...:
      true
    default: isDigit(byte)
    }
  }
}
