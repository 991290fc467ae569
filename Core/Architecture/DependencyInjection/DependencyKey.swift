import Issues

/// A key that identifies a dependency and provides its live, preview and test values.
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

  /// The value for the running app, created once per process.
  static var liveValue: Value { get }
  /// The value for previews. Defaults to the live value.
  static var previewValue: Value { get }
  /// The value for tests. By default, this is the preview value, and reading it fails the test.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The preview value. Fails the test that reads it.
  public static var testValue: Value {
    let resolution = Resolution.current
    guard !resolution.isAssigning, !resolution.isAnswered else { return previewValue }
    reportMissingDependency(
      UncontrolledDependency(key: Self.self, value: Value.self, resolution: resolution).description,
      at: resolution.site?.location)
    return previewValue
  }
}

/// A key whose live value is provided elsewhere, by a conformance to `DependencyKey`.
///
///     struct Greeter: TestDependencyKey {
///       var greet: @Sendable (String) -> String
///
///       static let testValue = Greeter(greet: unimplemented("greet", placeholder: ""))
///     }
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value for previews. Defaults to the test value.
  static var previewValue: Value { get }
  /// The value for tests.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// Whether a test value should report that no test overrides it: `false` if it is computed only
  /// to be replaced or modified.
  ///
  ///     struct Limit: TestDependencyKey {
  ///       static var testValue: Int {
  ///         if shouldReportUnimplemented { reportIssue("The test needs a limit.") }
  ///         return 10
  ///       }
  ///     }
  public static var shouldReportUnimplemented: Bool { !Resolution.current.isAssigning }

  /// The test value.
  public static var previewValue: Value { testValue }
}
