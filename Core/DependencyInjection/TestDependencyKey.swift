/// A key of a dependency whose live value is given elsewhere, by a conformance to `DependencyKey`.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value that previews use: the test value, unless given.
  static var previewValue: Value { get }
  /// The value that tests use.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }
}
