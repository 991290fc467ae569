/// A static string that the arguments of a key path's subscript may include: the name of a file.
public struct _HashableStaticString: ExpressibleByStringLiteral, Hashable, Sendable {
  let string: StaticString

  /// Creates the value of a literal.
  public init(stringLiteral value: StaticString) {
    string = value
  }

  /// Whether both have the same text.
  public static func == (one: Self, other: Self) -> Bool {
    one.string.description == other.string.description
  }

  /// Feeds the text to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(string.description)
  }
}
