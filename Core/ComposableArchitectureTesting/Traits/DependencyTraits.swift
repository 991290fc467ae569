public import DependencyInjection
public import Testing

/// A trait of Swift Testing that overrides dependencies for a test, or for each test of a suite.
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

  /// Whether the trait holds for the tests of a suite: it does.
  public var isRecursive: Bool { true }

  /// Runs a test with the dependencies overridden.
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
  public static func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    DependencyTrait { $0.assign(try value(), to: keyPath) }
  }

  /// Overrides the dependency that is known by the type of a value.
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

  /// Gives each test dependencies of its own, as all tests have them.
  public static var dependencies: Self { DependencyTrait { _ in } }
}
