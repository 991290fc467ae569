/// Prints a value with everything in it, one field a line, and returns it.
///
/// `indent` counts spaces. Below `maxDepth` levels, what is in a value shows as `…`.
@discardableResult
public func customDump<T>(
  _ value: T, name: String? = nil, indent: Int = 0, maxDepth: Int = .max
) -> T {
  print(String(customDumping: value, name: name, indent: indent, maxDepth: maxDepth))
  return value
}

/// Writes a value with everything in it to a stream, one field a line, and returns it.
///
/// `indent` counts spaces. Below `maxDepth` levels, what is in a value shows as `…`. No newline
/// follows the last line.
@discardableResult
public func customDump<T>(
  _ value: T, to target: inout some TextOutputStream, name: String? = nil, indent: Int = 0,
  maxDepth: Int = .max
) -> T {
  target.write(String(customDumping: value, name: name, indent: indent, maxDepth: maxDepth))
  return value
}

extension String {
  /// Creates the text that a dump of a value shows.
  public init(
    customDumping value: Any, name: String? = nil, indent: Int = 0, maxDepth: Int = .max
  ) {
    var dumper = Dumper()
    dumper.dump(
      value, label: name.map { "\($0): " } ?? "", indent: indent, depth: maxDepth, isRoot: true)
    self = dumper.lines.map(\.description).joined(separator: "\n")
  }
}

/// A type that is dumped as a text of its own.
///
///     struct Money: CustomDumpStringConvertible {
///       var cents: Int
///       var customDumpDescription: String { "\(cents / 100).\(cents % 100) €" }
///     }
public protocol CustomDumpStringConvertible {
  /// The text that stands for the value in a dump.
  var customDumpDescription: String { get }
}

/// A type that is dumped as another value stands for it.
///
///     struct UserID: CustomDumpRepresentable {
///       var number: Int
///       var customDumpValue: Any { number }
///     }
public protocol CustomDumpRepresentable {
  /// The value that is dumped instead.
  var customDumpValue: Any { get }
}

/// A type that is dumped by a mirror made for dumps.
///
///     struct User: CustomDumpReflectable {
///       var name: String
///       var cache: [String: Int] = [:]
///       var customDumpMirror: Mirror { Mirror(self, children: ["name": name]) }
///     }
public protocol CustomDumpReflectable {
  /// The mirror whose children and display style a dump shows.
  var customDumpMirror: Mirror { get }
}

/// A property wrapper that dumps as its value, under the name of the property.
package protocol CustomDumpWrapper: CustomDumpRepresentable {}
