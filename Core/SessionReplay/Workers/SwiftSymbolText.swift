import Foundation

/// The demangled name of a Swift function, made as short as a person would write it.
///
/// `closure #1 (inout A.S) -> B in static A.f.getter : C` becomes `closure #1 in A.f.getter`.
package enum SwiftSymbolText {
  private static let prefixes = [
    "static ", "merged ", "partial apply forwarder for ", "protocol witness for ",
  ]

  /// The short form.
  package static func short(_ name: String) -> String {
    var parts: [String] = []
    for part in split(name) {
      let part = shortened(part)
      if !part.isEmpty, parts.last != part { parts.append(part) }
    }
    return parts.isEmpty ? name : parts.joined(separator: " in ")
  }

  /// The parts between ` in ` that are not within brackets.
  private static func split(_ name: String) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = name.startIndex
    for index in name.indices {
      switch name[index] {
      case "(", "<", "[": depth += 1
      case ")", "]": depth -= 1
      // The arrow of a function type closes nothing.
      case ">" where index == start || name[name.index(before: index)] != "-": depth -= 1
      case " " where depth == 0 && name[index...].hasPrefix(" in "):
        parts.append(name[start..<index])
        start = name.index(index, offsetBy: 4)
      default: break
      }
    }
    return parts + [name[start...]]
  }

  private static func shortened(_ part: Substring) -> String {
    var part = part
    if part.contains("specialization <"), let end = part.range(of: "> of ", options: .backwards) {
      part = part[end.upperBound...]
    }
    while let prefix = prefixes.first(where: part.hasPrefix) { part = part.dropFirst(prefix.count) }
    // A private name stands in brackets, with a number that stands for its file.
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
      [" (", "(", "<", " : ", " -> "].compactMap { text.range(of: $0)?.lowerBound }.min()
      ?? text.endIndex
    return String(text[..<end])
  }
}
