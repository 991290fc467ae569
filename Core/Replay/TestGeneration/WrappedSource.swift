/// A formatter that wraps long lines of source at their closures, brackets, commas and strings.
package enum WrappedSource {
  package static func lines(of line: String, width: Int) -> [String] {
    guard line.count > width else { return [line] }
    let text = Array(line)
    let indent = String(repeating: " ", count: text.prefix { $0 == " " }.count)
    if line.dropFirst(indent.count).hasPrefix("//") {
      return comment(line.dropFirst(indent.count), indent: indent, width: width)
    }
    if let body = trailingClosure(in: text) {
      let head = lines(of: String(text[...body.lowerBound]), width: width)
      let inner = trimmed(text[(body.lowerBound + 1)..<(body.upperBound - 1)])
      let tail = indent + String(text[(body.upperBound - 1)...])
      return head + lines(of: "\(indent)  \(inner)", width: width) + [tail]
    }
    let literal = WrappedLiteral.longestLiteral(in: text[...])
    guard let group = group(in: text, width: width),
      literal.map({ group.overlaps($0) || group.count > $0.count }) ?? true
    else {
      return WrappedLiteral.lines(of: line, width: width)
    }
    let inner = indent + "  "
    let parts = parts(of: text[(group.lowerBound + 1)..<(group.upperBound - 1)])
    let head = String(text[...group.lowerBound])
    let tail = indent + String(text[(group.upperBound - 1)...])
    var filled: [String] = []
    var isOpen = false
    for (index, part) in parts.enumerated() {
      let part = index < parts.count - 1 ? "\(part)," : part
      let isShort = inner.count + part.count <= width
      if isOpen, isShort, filled[filled.count - 1].count + 1 + part.count <= width {
        filled[filled.count - 1] += " \(part)"
      } else {
        filled += lines(of: inner + part, width: width)
      }
      isOpen = isShort
    }
    return [head] + filled + [tail]
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

  private static func comment(_ text: Substring, indent: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.drop(while: { $0 == "/" }).split(separator: " ") {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append("\(indent)// \(word)")
      }
    }
    return lines
  }

  /// Returns the braces of a closure that ends the line, or is followed by a comma.
  private static func trailingClosure(in text: [Character]) -> Range<Int>? {
    let end = text.last == "," ? text.count - 1 : text.count
    guard end > 0, text[end - 1] == "}" else { return nil }
    var start: Int?
    scan(text[..<end]) { index, character, depth in
      if character == "{", depth == 0 { start = index }
    }
    return start.map { $0..<end }
  }

  /// Returns the brackets whose contents move to lines of their own.
  ///
  /// These are the longest ones. If their last part is itself a long call, as in
  /// `.path(.element(id: 0, action: .detail(.saved(…))))`, they are the brackets of that call.
  private static func group(in text: [Character], width: Int) -> Range<Int>? {
    var found: Range<Int>?
    var rest = text[...]
    while let group = longestGroup(in: rest) {
      let content = text[(group.lowerBound + 1)..<(group.upperBound - 1)]
      let parts = parts(of: content)
      // Moving a single string literal to its own line saves nothing.
      if parts.count == 1, parts[0].first == "\"" { break }
      // The opening bracket must fit, with an indented line after it.
      guard found == nil || group.lowerBound < width else { break }
      found = group
      let isChain = parts.count == 1 || content.count - (parts.last?.count ?? 0) <= maxLabels
      guard isChain, let inner = longestGroup(in: content), inner.upperBound == content.endIndex
      else { break }
      rest = content
    }
    return found
  }

  /// The maximum length of the other arguments before a call that is the last argument, such as
  /// `id: 0, action: `.
  private static let maxLabels = 30

  private static func longestGroup(in text: ArraySlice<Character>) -> Range<Int>? {
    var longest: Range<Int>?
    var start = text.startIndex
    scan(text) { index, character, depth in
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
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
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
