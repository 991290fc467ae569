import SessionLog

extension String {
  /// The text with everything shown that a terminal would obey instead of showing it.
  ///
  /// For what comes out of a file, a name of a file or an app's screen. Line ends are shown as well.
  package var visible: String {
    guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return self }
    guard !unicodeScalars.allSatisfy(\.isVisible) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if let byte = scalar.unreadableByte {
        result += "\\x\(String(byte, radix: 16))"
      } else if scalar.isVisible {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// The text of a message about a file, without the file's name at its beginning.
  package func withoutPath(_ path: String) -> String {
    for prefix in ["\(path): ", "\(path.visible): "] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }
}

extension Unicode.Scalar {
  /// Whether a terminal shows it, and it neither turns text around nor ends the line.
  package var isVisible: Bool {
    switch properties.generalCategory {
    case _ where unreadableByte != nil: false
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners stand within emoji and some scripts; the other format characters only disguise.
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }
}
