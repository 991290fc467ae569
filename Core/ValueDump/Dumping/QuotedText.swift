/// A string as a dump shows it: quoted, with control characters shown and not obeyed.
enum QuotedText {
  /// On one line.
  static func line(_ string: String) -> String {
    "\"" + string.unicodeScalars.map { escaped($0, isBlock: false) }.joined() + "\""
  }

  /// The lines of a string of several, which stand between lines of `"""`; nil for a single line.
  static func block(_ string: String) -> [String]? {
    guard string.unicodeScalars.contains("\n") else { return nil }
    return string.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.map { escaped($0, isBlock: true) }.joined()
        .replacing("\"\"\"", with: "\\\"\"\"")
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar, isBlock: Bool) -> String {
    switch scalar {
    case "\\": return "\\\\"
    case "\"": return isBlock ? "\"" : "\\\""
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\0": return "\\0"
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default:
      return String(scalar)
    }
  }
}
