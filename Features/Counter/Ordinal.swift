extension BinaryInteger {
  /// The number as one counts with it: `1st`, `2nd`, `3rd`, `4th`, `11th`.
  package var ordinal: String {
    let lastTwoDigits = Int(magnitude % 100)
    let suffix =
      switch (lastTwoDigits / 10, lastTwoDigits % 10) {
      case (1, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(self)\(suffix)"
  }
}
