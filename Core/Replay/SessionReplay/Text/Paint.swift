/// Colours text for a terminal, or leaves it as it is.
package struct Paint: Equatable, Sendable {
  /// What a piece of text is, which decides its colour.
  package enum Role: Sendable {
    /// What was expected, or is gone.
    case expected
    /// What is there instead.
    case actual
    /// What went well.
    case good
    /// What is worth a look, and no failure.
    case warning
    /// What matters less than its surroundings.
    case faint
    /// What matters more than its surroundings.
    case strong
  }

  /// Whether there are colours.
  package let isOn: Bool

  /// Text without colours.
  package static let none = Paint(isOn: false)

  /// Colours text, or does not.
  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// The text in the colour of its role, as ECMA-48 has it.
  package func callAsFunction(_ text: String, as role: Role) -> String {
    guard isOn else { return text }
    let code =
      switch role {
      case .expected: 31
      case .actual, .good: 32
      case .warning: 33
      case .faint: 2
      case .strong: 1
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
