/// A formatter that colors text for a terminal, or leaves it unchanged.
package struct Paint: Equatable, Sendable {
  /// The role of a piece of text, which determines its color.
  package enum Role: Sendable {
    /// Text that was expected or removed.
    case expected
    /// Text that appeared instead.
    case actual
    case good
    /// A remark that is not a failure.
    case warning
    case faint
    case strong
  }

  package let isOn: Bool

  package static let none = Paint(isOn: false)

  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// Returns text in the color of its role, with escape sequences of ECMA-48.
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
