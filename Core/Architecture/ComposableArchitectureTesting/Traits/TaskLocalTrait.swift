public import Testing

/// A trait that binds a task-local value for a test, or for each test in a suite.
@_documentation(visibility: internal)
public struct TaskLocalTrait<Value: Sendable>: SuiteTrait, TestTrait, TestScoping {
  let local: TaskLocal<Value>
  let value: Value

  /// Whether the trait applies to the tests in a suite, which is always `true`.
  public var isRecursive: Bool { true }

  /// Runs a test with the value.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await local.withValue(value) { try await function() }
  }
}

extension Trait {
  /// Binds a task-local value: `@Test(.taskLocal(Locals.$user, "Blob"))`.
  public static func taskLocal<Value: Sendable>(
    _ taskLocal: TaskLocal<Value>, _ value: Value
  ) -> Self where Self == TaskLocalTrait<Value> {
    TaskLocalTrait(local: taskLocal, value: value)
  }
}

extension TaskLocal where Value: Sendable {
  /// Returns a trait that binds the value: `@Test(Locals.$user.set("Blob"))`.
  public func `set`(_ value: Value) -> TaskLocalTrait<Value> { .taskLocal(self, value) }
}
