/// A key under which a dependency is kept: its live value, and those for previews and tests.
///
///     struct Greeter: DependencyKey {
///       var greet: @Sendable (String) -> String
///
///       static let liveValue = Greeter { "Hello, \($0)!" }
///       static let testValue = Greeter { _ in "" }
///     }
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency.
  associatedtype Value = Self

  /// The value that the running app uses; made once a process.
  static var liveValue: Value { get }
  /// The value that previews use: the live one, unless given.
  static var previewValue: Value { get }
  /// The value that tests use; unless given, it fails the test and is the preview value.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The preview value, after a failure of the test that touched the uncontrolled dependency.
  public static var testValue: Value {
    let resolution = Resolution.current
    guard !resolution.isAssigning else { return previewValue }
    reportIssue(
      UncontrolledDependency(key: Self.self, value: Value.self, resolution: resolution).description,
      at: resolution.site?.location)
    return previewValue
  }
}

/// A key of a dependency whose live value is given elsewhere, by a conformance to `DependencyKey`.
///
///     struct Greeter: TestDependencyKey {
///       var greet: @Sendable (String) -> String
///
///       static let testValue = Greeter(greet: unimplemented("greet", placeholder: ""))
///     }
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
