import Foundation

/// Shortens `closure #1 (inout A.S) -> B in static A.f.getter : C` to `closure #1 in A.f.getter`.
package enum SwiftSymbolText {
  private static let prefixes = [
    "static ", "merged ", "partial apply forwarder for ", "protocol witness for ",
  ]

  package static func short(_ name: String) -> String {
    var parts: [String] = []
    for part in split(name) {
      let part = shortened(part)
      if !part.isEmpty, parts.last != part { parts.append(part) }
    }
    return parts.isEmpty ? name : parts.joined(separator: " in ")
  }

  /// Returns the module that a function is declared in; `nil` if the name has none, like `main`.
  package static func module(of name: String) -> String? {
    guard let part = split(name).last else { return nil }
    let text = withoutPrefixes(part)
    if text.hasPrefix(extensionPrefix), let end = text.firstIndex(of: ")") {
      return String(text[..<end].dropFirst(extensionPrefix.count))
    }
    let path = shortened(part).split(separator: ".", omittingEmptySubsequences: false)
    return path.count > 1 ? path.first.map(String.init) : nil
  }

  private static let extensionPrefix = "(extension in "

  private static func split(_ name: String) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = name.startIndex
    for index in name.indices {
      switch name[index] {
      case "(", "<", "[": depth += 1
      case ")", "]": depth -= 1
      // The `>` of an arrow closes no bracket.
      case ">" where index == start || name[name.index(before: index)] != "-": depth -= 1
      case " " where depth == 0 && name[index...].hasPrefix(" in "):
        parts.append(name[start..<index])
        start = name.index(index, offsetBy: 4)
      default: break
      }
    }
    return parts + [name[start...]]
  }

  private static func withoutPrefixes(_ part: Substring) -> Substring {
    var part = part
    if part.contains("specialization <"), let end = part.range(of: "> of ", options: .backwards) {
      part = part[end.upperBound...]
    }
    // A part of an asynchronous function after a suspension.
    if part.hasPrefix("("), let end = part.range(of: " resume partial function for ") {
      part = part[end.upperBound...]
    }
    while let prefix = prefixes.first(where: part.hasPrefix) { part = part.dropFirst(prefix.count) }
    return part
  }

  private static func shortened(_ part: Substring) -> String {
    var part = withoutPrefixes(part)
    if part.hasPrefix(extensionPrefix), let end = part.range(of: "):") {
      part = part[end.upperBound...]
    }
    // A private name is in parentheses, followed by a number for its file.
    var text = ""
    while let open = part.firstIndex(of: "(") {
      let rest = part[part.index(after: open)...]
      guard let mark = rest.range(of: " in _"), let close = rest.firstIndex(of: ")"),
        mark.upperBound < close, !rest[..<mark.lowerBound].contains("(")
      else { break }
      text += part[..<open] + rest[..<mark.lowerBound]
      part = rest[rest.index(after: close)...]
    }
    text += part
    let end =
      [" (", " @", "(", "<", " : ", " -> "].compactMap { text.range(of: $0)?.lowerBound }.min()
      ?? text.endIndex
    return String(text[..<end])
  }
}
