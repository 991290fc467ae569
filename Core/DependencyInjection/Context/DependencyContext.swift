/// Where code runs, which decides the default values of dependencies.
public enum DependencyContext: String, Sendable, Hashable, CaseIterable {
  /// A running app.
  case live
  /// A preview of a view in Xcode.
  case preview
  /// A test.
  case test
}
