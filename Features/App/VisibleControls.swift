import ComposableArchitecture

extension String {
  /// The text with control characters as the escapes of textual actions, safe to print and type
  /// back.
  var withVisibleControls: String {
    unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
      .map {
        String(String(String.UnicodeScalarView($0)).quoted.unicodeScalars.dropFirst().dropLast())
      }
      .joined(separator: "\"")
  }
}
