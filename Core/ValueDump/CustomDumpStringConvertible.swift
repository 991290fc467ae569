/// A type that is dumped as a text of its own.
public protocol CustomDumpStringConvertible {
  /// The text that stands for the value in a dump.
  var customDumpDescription: String { get }
}
