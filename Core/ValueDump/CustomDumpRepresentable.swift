/// A type that is dumped as another value stands for it.
public protocol CustomDumpRepresentable {
  /// The value that is dumped instead.
  var customDumpValue: Any { get }
}
