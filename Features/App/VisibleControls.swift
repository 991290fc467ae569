import ComposableArchitecture

extension String {
  /// The text with control characters escaped, so that it is safe to print on a terminal.
  ///
  /// The escapes are those of textual actions, so that users can type them back between quotes.
  var withVisibleControls: String {
    unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
      .map {
        String(String(String.UnicodeScalarView($0)).quoted.unicodeScalars.dropFirst().dropLast())
      }
      .joined(separator: "\"")
  }
}
