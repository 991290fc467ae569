import DependencyInjection

/// The effects that an action started in a test store.
///
///     let task = await testStore.send(.incrTapped) { $0.count = 1 }
///     await task.cancel()
@MainActor
public struct TestStoreTask: Hashable, Sendable {
  private let task: StoreTask
  private let news: StepNews
  private let timeout: Duration

  init(task: StoreTask, news: StepNews, timeout: Duration) {
    self.task = task
    self.news = news
    self.timeout = timeout
  }

  /// Whether both are the effects of the same action, or of actions without effects.
  public nonisolated static func == (one: Self, other: Self) -> Bool { one.task == other.task }

  /// Feeds the identity of the effects to a hasher.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(task) }

  /// Whether the effects were cancelled.
  public var isCancelled: Bool { task.isCancelled }

  /// Cancels the effects, waits until they have ended, and fails if they do not in time.
  public func cancel(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    task.cancel()
    guard await !hasFinished(in: timeout) else { return }
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      .report(TaskFailure.cancelledInVain(timeout: timeout))
  }

  /// Waits until the effects have ended; fails and cancels them if they do not in time.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let timeout = timeout ?? self.timeout
    guard await !hasFinished(in: timeout) else { return }
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      .report(TaskFailure.stillInFlight(timeout: timeout))
    // So that the end of the test does not report the same effects again.
    task.cancel()
  }

  private func hasFinished(in timeout: Duration) async -> Bool {
    await news.wait(atMost: timeout) { !task.isFinished }
    return task.isFinished
  }
}

/// What a test finds wrong with the effects that one action started.
enum TaskFailure {
  /// The effects have not ended in time.
  case stillInFlight(timeout: Duration)
  /// The effects have not ended in time though they were cancelled.
  case cancelledInVain(timeout: Duration)
}

extension TaskFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .stillInFlight(let timeout):
      """
      Expected task to finish, but it is still in-flight\(after(timeout)).

      If it sleeps on a clock, advance the clock or use an immediate one. If it takes its time, \
      give a longer "timeout".
      """
    case .cancelledInVain(let timeout):
      """
      Expected task to finish once it was cancelled, but it is still in-flight\(after(timeout)).

      An effect must end soon after its task is cancelled: let what it awaits throw or return \
      then, or ask "Task.isCancelled" between the parts of long work.
      """
    }
  }

  private func after(_ timeout: Duration) -> String {
    timeout > .zero ? " after \(timeout)" : ""
  }
}
