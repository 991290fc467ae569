/// A string as a dump shows it: a literal of Swift, with control characters escaped.
///
/// Quotation marks and backslashes are not escaped. The literal has as many `#` as they need.
struct QuotedText {
  /// Whether the string has several lines.
  let isBlock: Bool
  /// The number of `#` around the literal.
  let hashCount: Int
  private let scalars: String.UnicodeScalarView

  init(_ string: String) {
    scalars = string.unicodeScalars
    isBlock = scalars.contains("\n")
    hashCount = Self.hashCount(of: scalars, isBlock: isBlock)
  }

  /// The literal, on one line.
  var line: String {
    let hashes = String(repeating: "#", count: hashCount)
    return "\(hashes)\"\(escaped(scalars[...], hashCount))\"\(hashes)"
  }

  /// The line before the lines of a block.
  var opening: String { String(repeating: "#", count: hashCount) + "\"\"\"" }

  /// The line after the lines of a block.
  var closing: String { "\"\"\"" + String(repeating: "#", count: hashCount) }

  /// The lines of a block within a literal with a number of `#`; by default, its own.
  func lines(hashCount: Int? = nil) -> [String] {
    scalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped($0, hashCount ?? self.hashCount) }
  }

  /// The longest run of `#` that follows a backslash or what would end the literal, and one more.
  private static func hashCount(of scalars: String.UnicodeScalarView, isBlock: Bool) -> Int {
    var (quotes, run, result) = (0, Int?.none, 0)
    for scalar in scalars {
      quotes = scalar == "\"" ? quotes + 1 : 0
      switch scalar {
      case "\"": run = quotes >= (isBlock ? 3 : 1) ? 0 : nil
      case "\\": run = 0
      case "#": run = run.map { $0 + 1 }
      default: run = nil
      }
      result = max(result, run.map { $0 + 1 } ?? 0)
    }
    return result
  }
}

private func escaped(_ scalars: Substring.UnicodeScalarView, _ hashCount: Int) -> String {
  let escape = "\\" + String(repeating: "#", count: hashCount)
  return scalars.map { scalar in
    switch scalar {
    case "\n": return escape + "n"
    case "\r": return escape + "r"
    case "\t": return escape + "t"
    case "\0": return escape + "0"
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      return escape + "u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default:
      return String(scalar)
    }
  }.joined()
}
