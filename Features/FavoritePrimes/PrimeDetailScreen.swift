/// A favorite prime as lines of text.
enum PrimeDetailScreen {
  /// The prime, how it is written with other digits, and the buttons.
  static func lines(_ state: PrimeDetailFeature.State) -> [String] {
    [
      "The prime \(state.prime)",
      "Binary: \(String(state.prime, radix: 2))",
      "Hexadecimal: \(String(state.prime, radix: 16))",
      "[Next] [Delete] [Back]",
    ]
  }
}
