/// Returns the fields in which two values differ, or nil when the values are equal.
///
/// Values are equal as their types' `==` has it, and field by field where they have none. What did
/// not change is folded. Values that `==` tells apart but that dump the same are said to be such.
public func diff<T>(_ lhs: T, _ rhs: T, format: DiffFormat = .default) -> String? {
  var differ = Differ()
  guard !StructuralEquality.areEqual(lhs, rhs, names: differ.names) else { return nil }
  differ.diff(lhs, rhs)
  return differ.lines.map { $0.description(in: format) }.joined(separator: "\n")
}

/// The figures that mark the lines of a difference.
///
///     if let difference = diff(1, 2, format: DiffFormat(first: "-", second: "+", both: " ")) {
///       print(difference)
///     }
public struct DiffFormat: Hashable, Sendable {
  /// The figure before a line that only the first value has.
  public var first: String

  /// The figure before a line that only the second value has.
  public var second: String

  /// The figure before a line that both values have.
  public var both: String

  /// Creates a format from its figures, each of which a space follows.
  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// Hyphen, plus and space: for terminals and files, where all figures have one width.
  public static let `default` = Self(first: "-", second: "+", both: " ")

  /// Minus sign, plus sign and figure space: as wide as each other in proportional typefaces.
  public static let proportional = Self(first: "\u{2212}", second: "+", both: "\u{2007}")
}

/// Returns the lines in which two texts differ, with three lines about each, or nil if none does.
///
/// What is farther away is folded. A carriage return, which would not show, shows as `␍`.
package func diffLines(_ lhs: String, _ rhs: String, format: DiffFormat = .default) -> String? {
  guard lhs != rhs else { return nil }
  var differ = Differ()
  differ.diffLines(visibleLines(of: lhs), visibleLines(of: rhs), indent: 0)
  return differ.lines.map { $0.description(in: format) }.joined(separator: "\n")
}

/// Splits scalars, not characters: a carriage return and a newline are one character.
private func visibleLines(of text: String) -> [String] {
  text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    .map { String($0).replacing("\r", with: "␍") }
}
