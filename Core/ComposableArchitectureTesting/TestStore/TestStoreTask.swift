import ComposableArchitecture

/// The effects that an action started in a test store.
@MainActor
public struct TestStoreTask: Sendable {
  private let task: StoreTask
  private let news: StepNews
  private let timeout: Duration

  init(task: StoreTask, news: StepNews, timeout: Duration) {
    self.task = task
    self.news = news
    self.timeout = timeout
  }

  /// Whether the effects were cancelled.
  public var isCancelled: Bool { task.isCancelled }

  /// Cancels the effects, waits until they have ended, and fails if they do not in time.
  public func cancel(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    task.cancel()
    guard await !hasFinished(in: timeout) else { return }
    TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
      .fail(TaskFailure.cancelledInVain(timeout: timeout))
  }

  /// Waits until the effects have ended; fails and cancels them if they do not in time.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let timeout = timeout ?? self.timeout
    guard await !hasFinished(in: timeout) else { return }
    TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
      .fail(TaskFailure.stillInFlight(timeout: timeout))
    // So that the end of the test does not report the same effects again.
    task.cancel()
  }

  private func hasFinished(in timeout: Duration) async -> Bool {
    await news.wait(atMost: timeout) { !task.isFinished }
    return task.isFinished
  }
}
