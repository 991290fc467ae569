public import DependencyInjection
public import Testing

/// A trait that overrides dependencies for a test, or for each test in a suite.
///
///     @Test(.dependency(\.date.now, Date(timeIntervalSince1970: 0)))
///     func theYearIs1970() {
///       @Dependency(\.date.now) var now
///       #expect(now.timeIntervalSince1970 == 0)
///     }
public struct DependencyTrait: SuiteTrait, TestTrait, TestScoping {
  private let update: @Sendable (inout DependencyValues) async throws -> Void

  init(_ update: @escaping @Sendable (inout DependencyValues) async throws -> Void) {
    self.update = update
  }

  /// Whether the trait applies to the tests in a suite, which is always `true`.
  public var isRecursive: Bool { true }

  /// Runs a test with overridden dependencies.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withDependencies {
      try await update(&$0)
    } operation: {
      try await function()
    }
  }
}

extension Trait where Self == DependencyTrait {
  /// Overrides a dependency: `@Test(.dependency(\.uuid, .incrementing))`.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    DependencyTrait { $0.assign(try value(), to: keyPath) }
  }

  /// Overrides the dependency whose key is the type of the given value.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value.Value == Value {
    DependencyTrait { $0[Value.self] = try value() }
  }

  /// Overrides dependencies: `@Test(.dependencies { $0.uuid = .incrementing })`.
  public static func dependencies(
    _ updateValues: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self {
    DependencyTrait(updateValues)
  }

  /// Gives each test its own dependencies, which is the default.
  public static var dependencies: Self { DependencyTrait { _ in } }
}
