/// A formatter that writes the longest string literal of a long line on several lines.
enum WrappedLiteral {
  static func lines(of line: String, width: Int) -> [String] {
    let text = Array(line)
    let indent = text.prefix { $0 == " " }.count
    guard let literal = longestLiteral(in: text[...]) else { return [line] }
    let inner = String(
      repeating: " ", count: literal.lowerBound == indent ? indent : indent + 2)
    // A backslash ends each line that the text does not end.
    let room = max(width - inner.count - 1, 20)
    var lines = [""]
    for piece in pieces(of: text[(literal.lowerBound + 1)..<(literal.upperBound - 1)], room) {
      let last = lines[lines.count - 1]
      if last.hasSuffix(lineBreak) || last.count + piece.count > room { lines.append("") }
      lines[lines.count - 1] += piece
    }
    // A short text saves nothing.
    guard lines.count > 1 || literal.count > room / 2 else { return [line] }
    // Editors may remove spaces at the end of a line.
    if lines[lines.count - 1].last == " " {
      lines[lines.count - 1] = "\(lines[lines.count - 1].dropLast())\\u{20}"
    }
    let head = String(text[..<literal.lowerBound]) + "\"\"\""
    let tail = inner + "\"\"\"" + String(text[literal.upperBound...])
    return [head] + lines.dropLast().map { ended($0, inner) }
      + [inner + lines[lines.count - 1], tail]
  }

  /// The escape for the end of a line of the text.
  private static let lineBreak = "\\n"

  private static func ended(_ line: String, _ indent: String) -> String {
    guard line.hasSuffix(lineBreak) else { return "\(indent)\(line)\\" }
    let text = line.dropLast(lineBreak.count)
    if text.last == " " { return "\(indent)\(line)\\" }
    return text.isEmpty ? "" : indent + text
  }

  static func longestLiteral(in text: ArraySlice<Character>) -> Range<Int>? {
    var longest: Range<Int>?
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == "\"" else {
        index += 1
        continue
      }
      let start = index
      index += 1
      while index < text.endIndex, text[index] != "\"" { index += text[index] == "\\" ? 2 : 1 }
      index += 1
      if index <= text.endIndex, index - start > longest?.count ?? 0 { longest = start..<index }
    }
    return longest
  }

  /// Returns the words of a literal's content with the spaces or line breaks after them. Words that
  /// are longer than `room` are divided.
  private static func pieces(of content: ArraySlice<Character>, _ room: Int) -> [String] {
    var pieces = [""]
    for token in tokens(of: content) {
      let last = pieces[pieces.count - 1]
      if last.hasSuffix(lineBreak) || last.last == " " && token != " "
        || last.count + token.count > room
      {
        pieces.append("")
      }
      pieces[pieces.count - 1] += token
    }
    return pieces
  }

  /// Returns the characters and escapes of a literal's content. Quotes need no escape on several
  /// lines, but three of them would end the literal.
  private static func tokens(of content: ArraySlice<Character>) -> [String] {
    var tokens: [String] = []
    var rest = content
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        tokens.append(String(character))
        continue
      }
      switch (escaped, rest.first) {
      case ("\"", _):
        tokens.append(tokens.suffix(2) == ["\"", "\""] ? "\\\"" : "\"")
      case ("(", _), ("u", "{"):
        let end: Character = escaped == "(" ? ")" : "}"
        let inner = rest.prefix { $0 != end }
        rest = rest.dropFirst(inner.count + 1)
        tokens.append("\\\(escaped)\(String(inner))\(end)")
      default: tokens.append("\\\(escaped)")
      }
    }
    return tokens
  }
}
