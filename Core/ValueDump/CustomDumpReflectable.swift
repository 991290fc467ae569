/// A type that is dumped by a mirror made for dumps.
public protocol CustomDumpReflectable {
  /// The mirror whose children and display style a dump shows.
  var customDumpMirror: Mirror { get }
}
