import Synchronization

extension WorkScope {
  private struct Taskless {
    weak var scope: WorkScope?
  }

  private static let tasklessScope = Mutex(Taskless())

  /// The test that the current task is of, if it is known.
  static var current: WorkScope? {
    guard let task = RuntimeTask.current else { return tasklessScope.withLock { $0.scope } }
    return WorkRegistry.scope(of: task)
  }

  /// The test that the current task is of, which is known from now on.
  ///
  /// Code outside of tasks, as that which sets a test of XCTest up, is of the test whose task is
  /// created next. Nil where the runtime does not tell of tasks.
  static func adoptingCurrentTask() -> WorkScope? {
    guard RuntimeHooks.areInstalled else { return nil }
    if let current { return current }
    let scope = WorkScope(oldestTask: RuntimeTask.current ?? RuntimeTask.new)
    if let task = RuntimeTask.current {
      _ = scope.adopt(task)
    } else {
      tasklessScope.withLock { $0.scope = scope }
    }
    return scope
  }

  /// The test that a job is of, if it is known; a task that a test creates is its own from then on.
  static func taking(_ job: UnownedJob) -> WorkScope? {
    guard let task = RuntimeTask.number(of: job) else { return RunningJob.scope }
    if let scope = WorkRegistry.scope(of: task) { return scope }
    guard let creator = current, creator.adopt(task) else { return nil }
    return creator
  }
}
