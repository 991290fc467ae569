/// Returns the difference of two values, or `nil` if they are equal.
///
/// Values are compared with `==` if their type is equatable, and otherwise field by field.
/// Unchanged parts are folded. Values that are unequal but have the same dump are reported as such.
public func diff<T>(_ lhs: T, _ rhs: T, format: DiffFormat = .default) -> String? {
  if let earlier = EarlierValues.current {
    let first = earlier.showing { String(customDumping: lhs) }
    return diffLines(first, String(customDumping: rhs), format: format)
  }
  var differ = Differ()
  guard !StructuralEquality.areEqual(lhs, rhs, names: differ.names) else { return nil }
  differ.diff(lhs, rhs)
  return differ.lines.map { $0.description(in: format) }.joined(separator: "\n")
}

/// The values that references had when the first of two compared values was current.
///
/// Two states that refer to the same shared value differ only in dumps at different times.
package struct EarlierValues: Sendable {
  @TaskLocal package static var current: EarlierValues?

  fileprivate let showing: @Sendable (_ dump: () -> String) -> String

  /// Creates the values that are current within a function that calls its argument.
  package init(showing: @escaping @Sendable (_ dump: () -> String) -> String) {
    self.showing = showing
  }
}

/// The prefixes of the lines of a difference.
///
///     if let difference = diff(1, 2, format: DiffFormat(first: "-", second: "+", both: " ")) {
///       print(difference)
///     }
public struct DiffFormat: Hashable, Sendable {
  /// The prefix of a line that only the first value has.
  public var first: String

  /// The prefix of a line that only the second value has.
  public var second: String

  /// The prefix of a line that both values have.
  public var both: String

  /// Creates a format with the given prefixes, to which a space is added.
  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// Hyphen, plus and space, for monospaced fonts.
  public static let `default` = Self(first: "-", second: "+", both: " ")

  /// Minus sign, plus sign and figure space, which have the same width in proportional fonts.
  public static let proportional = Self(first: "\u{2212}", second: "+", both: "\u{2007}")
}

/// Returns the lines that differ, with context, or `nil`. Carriage returns become a visible `␍`.
package func diffLines(_ lhs: String, _ rhs: String, format: DiffFormat = .default) -> String? {
  guard lhs != rhs else { return nil }
  var differ = Differ()
  differ.diffLines(visibleLines(of: lhs), visibleLines(of: rhs), indent: 0)
  return differ.lines.map { $0.description(in: format) }.joined(separator: "\n")
}

/// Splits a string into lines, by scalars because `"\r\n"` is a single character.
private func visibleLines(of text: String) -> [String] {
  text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    .map { String($0).replacing("\r", with: "␍") }
}
