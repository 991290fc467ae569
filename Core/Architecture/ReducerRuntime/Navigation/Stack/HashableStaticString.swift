import Issues

/// A file name for the arguments of a key path's subscript, which must be hashable.
public struct _HashableStaticString: ExpressibleByStringLiteral, Hashable, Sendable {
  let string: StaticString

  /// Creates a value from a string literal.
  public init(stringLiteral value: StaticString) {
    string = value
  }

  /// Returns whether both values have the same text.
  public static func == (one: Self, other: Self) -> Bool {
    one.string.description == other.string.description
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(string.description)
  }
}

extension CodeLocation {
  package init(
    _ fileID: _HashableStaticString, _ filePath: _HashableStaticString, line: UInt, column: UInt
  ) {
    self.init(fileID: fileID.string, filePath: filePath.string, line: line, column: column)
  }
}
