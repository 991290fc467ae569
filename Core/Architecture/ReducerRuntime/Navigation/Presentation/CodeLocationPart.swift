import Issues

/// A part of the caller's location, as an argument of a key path's subscript.
///
/// All parts are equal. The same key path is therefore equal to itself wherever it is written.
@_documentation(visibility: internal)
public struct CodeLocationPart: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Hashable,
  Sendable
{
  fileprivate private(set) var text: StaticString = ""
  fileprivate private(set) var number: UInt = 0

  /// Creates a part from the name of a file.
  public init(stringLiteral text: StaticString) {
    self.text = text
  }

  /// Creates a part from the number of a line or of a column.
  public init(integerLiteral number: UInt) {
    self.number = number
  }

  /// Returns `true`, because a location isn't a part of the value.
  public static func == (one: Self, other: Self) -> Bool { true }

  /// Hashes nothing, because all parts are equal.
  public func hash(into hasher: inout Hasher) {}
}

extension CodeLocation {
  init(
    _ fileID: CodeLocationPart, _ filePath: CodeLocationPart, line: CodeLocationPart,
    column: CodeLocationPart
  ) {
    self.init(
      fileID: fileID.text, filePath: filePath.text, line: line.number, column: column.number)
  }
}
