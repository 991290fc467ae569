import Synchronization

/// Runs an operation with all tasks of the test on the main queue, one by one, in their order.
///
/// This holds for the test that calls it, and for no other that runs at the same time.
@MainActor
public func withMainSerialExecutor<Result: Sendable>(
  @_implicitSelfCapture operation: @MainActor @Sendable () async throws -> Result
) async rethrows -> Result {
  let work = TestWork(isSerial: true)
  defer { work.isSerial = false }
  return try await operation()
}

/// Runs an operation with all tasks of the test on the main queue, one by one, in their order.
///
/// In an override of `invokeTest` of XCTest it holds for the test that is invoked.
public func withMainSerialExecutor<Result>(
  @_implicitSelfCapture operation: () throws -> Result
) rethrows -> Result {
  let work = TestWork(isSerial: true)
  defer { work.isSerial = false }
  return try operation()
}

/// Whether tasks run on the main queue, one by one, in their order.
///
/// Setting it affects every test of the process. Within `withMainSerialExecutor` it is `true`, for the
/// test that called that function.
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
