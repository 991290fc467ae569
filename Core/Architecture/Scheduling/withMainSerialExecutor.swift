import Synchronization

/// Runs an operation with the test's tasks executing one at a time on the main queue, in order.
///
/// This applies to the test that calls the function, and not to concurrent tests.
@MainActor
public func withMainSerialExecutor<Result: Sendable>(
  @_implicitSelfCapture operation: @MainActor @Sendable () async throws -> Result
) async rethrows -> Result {
  let work = TestWork(isSerial: true)
  defer { work.isSerial = false }
  return try await operation()
}

/// Runs an operation with the test's tasks executing one at a time on the main queue, in order.
///
/// In an override of XCTest's `invokeTest`, this applies to the invoked test.
public func withMainSerialExecutor<Result>(
  @_implicitSelfCapture operation: () throws -> Result
) rethrows -> Result {
  let work = TestWork(isSerial: true)
  defer { work.isSerial = false }
  return try operation()
}

/// Whether tasks execute one at a time on the main queue, in order.
///
/// Setting this property affects all tests in the process. Within `withMainSerialExecutor`, it is
/// `true` for the test that called the function.
public var uncheckedUseMainSerialExecutor: Bool {
  get {
    WorkScope.areAllSerial.load(ordering: .sequentiallyConsistent)
      || WorkScope.current?.policy == .serial
  }
  set {
    guard RuntimeHooks.areInstalled else { return }
    WorkScope.areAllSerial.store(newValue, ordering: .sequentiallyConsistent)
  }
}
