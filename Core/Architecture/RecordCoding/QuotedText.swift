extension String {
  /// The text in quotes. Control characters, changes of the text direction, and invisible
  /// characters are escaped. No text can therefore control a terminal or look like a different
  /// text.
  package var quoted: String {
    let isPlain = utf8.allSatisfy {
      (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard !isPlain else { return "\"\(self)\"" }
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isHidden:
        result += scalar.escape
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension Unicode.Scalar {
  /// The scalar as an escape in a string of Swift.
  package var escape: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

  package var isHidden: Bool {
    guard !isASCII else { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .surrogate, .unassigned:
      return true
    default:
      return properties.isDefaultIgnorableCodePoint
    }
  }
}
