import ComposableArchitecture

extension String {
  /// The text as it may be shown on a line of a terminal: what would act on it is escaped.
  ///
  /// The escapes are those of the actions' text, so that they can be typed back between quotes.
  var withVisibleControls: String {
    unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
      .map {
        String(String(String.UnicodeScalarView($0)).quoted.unicodeScalars.dropFirst().dropLast())
      }
      .joined(separator: "\"")
  }
}
