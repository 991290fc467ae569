/// A string as a Swift literal with enough `#` that quotation marks and backslashes aren't escaped.
struct QuotedText {
  let isBlock: Bool
  let hashCount: Int
  private let scalars: String.UnicodeScalarView

  init(_ string: String) {
    scalars = string.unicodeScalars
    isBlock = scalars.contains("\n")
    hashCount = Self.hashCount(of: scalars, isBlock: isBlock)
  }

  var line: String {
    let hashes = String(repeating: "#", count: hashCount)
    return "\(hashes)\"\(escaped(scalars[...], hashCount))\"\(hashes)"
  }

  var opening: String { String(repeating: "#", count: hashCount) + "\"\"\"" }

  var closing: String { "\"\"\"" + String(repeating: "#", count: hashCount) }

  /// Returns the lines of a block in a literal with a number of `#`, by default its own.
  func lines(hashCount: Int? = nil) -> [String] {
    scalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped($0, hashCount ?? self.hashCount) }
  }

  /// Returns one more than the longest run of `#` after a backslash or a closing delimiter.
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
