/// The figures that mark the lines of a difference.
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
