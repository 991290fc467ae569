/// A formatter that wraps long lines of source at the commas of their longest brackets.
enum WrappedSource {
  static func lines(of line: String, width: Int) -> [String] {
    guard line.count > width else { return [line] }
    let text = Array(line)
    guard let group = longestGroup(in: text) else { return [line] }
    let indent = String(repeating: " ", count: text.prefix { $0 == " " }.count)
    let inner = indent + "  "
    let parts = parts(of: text[(group.lowerBound + 1)..<(group.upperBound - 1)])
    // Moving a single string literal to its own line saves nothing.
    guard parts.count > 1 || parts.first?.first != "\"" else { return [line] }
    let head = String(text[...group.lowerBound])
    let tail = String(text[(group.upperBound - 1)...])
    let together = inner + parts.joined(separator: ", ")
    if together.count <= width { return [head, together, indent + tail] }
    let divided = parts.enumerated().flatMap { index, part in
      lines(of: inner + part + (index < parts.count - 1 ? "," : ""), width: width)
    }
    return [head] + divided + [indent + tail]
  }

  /// Returns the lines of a file wrapped, except for multiline string literals.
  static func wrapping(_ lines: [String], width: Int) -> [String] {
    var isInText = false
    return lines.flatMap { line in
      let hasQuotes = line.contains("\"\"\"")
      defer { if hasQuotes { isInText.toggle() } }
      return isInText || hasQuotes ? [line] : self.lines(of: line, width: width)
    }
  }

  private static func longestGroup(in text: [Character]) -> Range<Int>? {
    var longest: Range<Int>?
    var start = 0
    scan(text[...]) { index, character, depth in
      if depth == 0, "([".contains(character) { start = index }
      guard depth == 1, ")]".contains(character) else { return }
      let group = start..<(index + 1)
      if group.count > max(longest?.count ?? 0, 2) { longest = group }
    }
    return longest
  }

  private static func parts(of text: ArraySlice<Character>) -> [String] {
    var parts: [String] = []
    var start = text.startIndex
    scan(text) { index, character, depth in
      guard depth == 0, character == "," else { return }
      parts.append(trimmed(text[start..<index]))
      start = index + 1
    }
    return parts + [trimmed(text[start...])]
  }

  private static func trimmed(_ text: ArraySlice<Character>) -> String {
    String(text.drop { $0 == " " })
  }

  /// Visits the characters outside string literals, with the depth of their brackets.
  private static func scan(
    _ text: ArraySlice<Character>, _ visit: (Int, Character, _ depth: Int) -> Void
  ) {
    var depth = 0
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if character == "\"" {
        index += 1
        while index < text.endIndex, text[index] != "\"" {
          index += text[index] == "\\" ? 2 : 1
        }
      } else {
        visit(index, character, depth)
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
      }
      index += 1
    }
  }
}
