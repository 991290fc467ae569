import DependencyInjection
import Issues
import ReducerRuntime

/// The effects that an action started in a test store.
///
///     let task = await testStore.send(.incrTapped) { $0.count = 1 }
///     await task.cancel()
@MainActor
public struct TestStoreTask: Hashable, Sendable {
  private let task: StoreTask
  private let updates: StepUpdates
  private let timeout: Duration

  init(task: StoreTask, updates: StepUpdates, timeout: Duration) {
    self.task = task
    self.updates = updates
    self.timeout = timeout
  }

  /// Returns whether both values refer to the same effects, or both have none.
  public nonisolated static func == (one: Self, other: Self) -> Bool { one.task == other.task }

  /// Hashes the identity of the effects.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(task) }

  /// Whether the effects were canceled.
  public var isCancelled: Bool { task.isCancelled }

  /// Cancels the effects, waits for their end, and fails the test if they don't end in time.
  public func cancel(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    task.cancel()
    guard await !hasFinished(in: timeout) else { return }
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      .report(TaskFailure.stillInFlightAfterCancellation(timeout: timeout))
  }

  /// Waits until the effects have ended, or cancels them and fails the test after a timeout.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let timeout = timeout ?? self.timeout
    guard await !hasFinished(in: timeout) else { return }
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      .report(TaskFailure.stillInFlight(timeout: timeout))
    // Cancel them, because the end of the test would otherwise report them again.
    task.cancel()
  }

  private func hasFinished(in timeout: Duration) async -> Bool {
    await updates.wait(atMost: timeout) { !task.isFinished }
    return task.isFinished
  }
}

enum TaskFailure {
  case stillInFlight(timeout: Duration)
  case stillInFlightAfterCancellation(timeout: Duration)
}

extension TaskFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .stillInFlight(let timeout):
      """
      Expected task to finish, but it is still in-flight\(after(timeout)).

      If it sleeps on a clock, advance the clock or use an immediate one. If it is slow, pass a \
      longer "timeout".
      """
    case .stillInFlightAfterCancellation(let timeout):
      """
      Expected task to finish once it was cancelled, but it is still in-flight\(after(timeout)).

      An effect must end soon after its task is cancelled: await functions that respond to \
      cancellation, or check "Task.isCancelled" between the parts of long work.
      """
    }
  }

  private func after(_ timeout: Duration) -> String {
    timeout > .zero ? " after \(timeout)" : ""
  }
}
