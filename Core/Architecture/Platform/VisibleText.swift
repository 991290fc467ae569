extension String {
  /// The string with escapes for everything that a terminal would interpret instead of showing.
  ///
  /// Used for contents and names of files, and for an app's screen. Line ends are escaped, too.
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

  package func withoutPath(_ path: String) -> String {
    for prefix in ["\(path): ", "\(path.visible): "] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }
}

extension Unicode.Scalar {
  /// Whether a terminal shows the scalar, without a change of text direction or the end of a line.
  package var isVisible: Bool {
    switch properties.generalCategory {
    case _ where unreadableByte != nil: false
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners occur in emoji and some scripts. Other format characters only disguise text.
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }
}
