/// Prints the contents of a value, one field per line, and returns the value.
///
/// `indent` is a number of spaces. Contents nested deeper than `maxDepth` are printed as `…`.
@discardableResult
public func customDump<T>(
  _ value: T, name: String? = nil, indent: Int = 0, maxDepth: Int = .max
) -> T {
  print(String(customDumping: value, name: name, indent: indent, maxDepth: maxDepth))
  return value
}

/// Writes the contents of a value to a stream, one field per line, and returns the value.
///
/// `indent` is a number of spaces. Contents nested deeper than `maxDepth` are written as `…`.
/// Does not write a newline at the end.
@discardableResult
public func customDump<T>(
  _ value: T, to target: inout some TextOutputStream, name: String? = nil, indent: Int = 0,
  maxDepth: Int = .max
) -> T {
  target.write(String(customDumping: value, name: name, indent: indent, maxDepth: maxDepth))
  return value
}

extension String {
  /// Creates a string with the dump of a value.
  public init(
    customDumping value: Any, name: String? = nil, indent: Int = 0, maxDepth: Int = .max
  ) {
    var dumper = Dumper()
    dumper.dump(
      value, label: name.map { "\($0): " } ?? "", indent: indent, depth: maxDepth, isRoot: true)
    self = dumper.lines.map(\.description).joined(separator: "\n")
  }
}

/// A type with a custom textual representation in dumps.
///
///     struct Money: CustomDumpStringConvertible {
///       var cents: Int
///       var customDumpDescription: String { "\(cents / 100).\(cents % 100) €" }
///     }
public protocol CustomDumpStringConvertible {
  /// The textual representation of the value in a dump.
  var customDumpDescription: String { get }
}

/// A type that is represented by a different value in dumps.
///
///     struct UserID: CustomDumpRepresentable {
///       var number: Int
///       var customDumpValue: Any { number }
///     }
public protocol CustomDumpRepresentable {
  /// The value to dump instead.
  var customDumpValue: Any { get }
}

/// A type with a custom mirror for dumps.
///
///     struct User: CustomDumpReflectable {
///       var name: String
///       var cache: [String: Int] = [:]
///       var customDumpMirror: Mirror { Mirror(self, children: ["name": name]) }
///     }
public protocol CustomDumpReflectable {
  /// The mirror, whose children and display style the dump uses.
  var customDumpMirror: Mirror { get }
}

/// A property wrapper that is dumped as its value, under the name of the property.
package protocol CustomDumpWrapper: CustomDumpRepresentable {}
