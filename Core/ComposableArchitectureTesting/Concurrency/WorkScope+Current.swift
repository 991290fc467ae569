import Locking
import Synchronization

extension WorkScope {
  private struct Taskless {
    weak var scope: WorkScope?
  }

  /// Whether jobs run one by one on the main queue whichever test they are of, if any.
  static let areAllSerial = Atomic(false)

  private static let tasklessScope = Locking.Mutex(Taskless())

  /// The test that the current task is of, if it is known.
  static var current: WorkScope? {
    guard let task = RuntimeTask.current else {
      return RunningJob.heldScope ?? tasklessScope.withLock { $0.scope }
    }
    if let scope = WorkRegistry.scope(of: task) { return scope }
    // A task that began at once, within the job of the task that created it, was never queued.
    guard let scope = RunningJob.heldScope, scope.adopt(task) else { return nil }
    return scope
  }

  /// The test that the current task is of, which is known from now on, and is held by the caller.
  ///
  /// Code outside of tasks, as that which sets a test of XCTest up, is of the test whose task is
  /// created next. Nil where the runtime does not tell of tasks.
  static func holdingCurrent() -> WorkScope? {
    guard WorkExecutors.areInstalled else { return nil }
    if let current {
      current.hold()
      return current
    }
    let scope = WorkScope(oldestTask: RuntimeTask.current ?? RuntimeTask.new)
    scope.hold()
    if let task = RuntimeTask.current {
      scope.adopt(task)
    } else {
      tasklessScope.withLock { $0.scope = scope }
    }
    return scope
  }

  /// The test that a job is of, if it is known; a task that a test creates is its own from then on.
  static func taking(_ job: UnownedJob) -> WorkScope? {
    guard let task = RuntimeTask.number(of: job) else { return RunningJob.heldScope }
    if let scope = WorkRegistry.scope(of: task) { return scope }
    guard let creator = current, creator.adopt(task) else { return nil }
    return creator
  }
}
