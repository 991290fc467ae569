import Issues
import Platform

extension WorkScope {
  /// The test of code outside of tasks.
  private struct Taskless {
    weak var scope: WorkScope?
    /// The test that was running when the scope was created, if the framework reports it.
    var testID: String?
    /// The scope, if no clock or store began it. It is held until the next test begins.
    var ownScope: WorkScope?
  }

  private static let tasklessWork = Platform.Mutex<Taskless?>(nil)

  static var current: WorkScope? {
    guard let task = RuntimeTask.current else {
      return RunningJob.heldScope ?? taskless
    }
    if let scope = WorkRegistry.scope(of: task) { return scope }
    // A task that started immediately, within its creator's job, was never enqueued.
    guard let scope = RunningJob.heldScope, scope.adopt(task) else { return nil }
    return scope
  }

  /// The test of code outside of tasks, once a clock or store was created there.
  ///
  /// XCTest creates the objects of all tests, with their clocks, before the first test. A later
  /// test must not join the work that such a clock began, and therefore begins its own.
  private static var taskless: WorkScope? {
    guard let found = tasklessWork.withLock({ $0 }) else { return nil }
    let testID = TestFrameworks.bridge.currentTestID
    if testID == found.testID { return found.scope }
    return testID.flatMap(beginTaskless)
  }

  /// Begins the work of a test that has only earlier clocks, and ends the work of the previous one.
  private static func beginTaskless(_ testID: String) -> WorkScope? {
    tasklessWork.withLock { work in
      // A different thread may have begun it.
      if let work, work.testID == testID { return work.scope }
      work?.ownScope?.release()
      let scope = WorkScope(oldestTask: WorkRegistry.newestTask + 1)
      scope.hold()
      work = Taskless(scope: scope, testID: testID, ownScope: scope)
      return scope
    }
  }

  /// Returns the current task's test, registering it if necessary, and holds it for the caller.
  ///
  /// Code outside of tasks, such as the setup of an XCTest, belongs to the test whose task is
  /// created next, until `endTaskless(_:)`. `isTaskless` is whether this call began it. Returns
  /// `nil` if the runtime doesn't report tasks.
  static func holdingCurrent() -> (scope: WorkScope, isTaskless: Bool)? {
    guard RuntimeHooks.areInstalled else { return nil }
    if let current {
      current.hold()
      return (current, false)
    }
    let task = RuntimeTask.current
    let scope = WorkScope(oldestTask: task ?? RuntimeTask.new)
    scope.hold()
    if let task {
      scope.adopt(task, allowsOthers: true)
    } else {
      let testID = TestFrameworks.bridge.currentTestID
      tasklessWork.withLock { $0 = Taskless(scope: scope, testID: testID) }
    }
    return (scope, task == nil)
  }

  /// Ends the test of code outside of tasks. A store that outlives it must not affect the next one.
  static func endTaskless(_ scope: WorkScope) {
    tasklessWork.withLock { if $0?.scope === scope { $0?.scope = nil } }
  }

  /// Returns the test that a job belongs to, if known. A new task joins the test of its creator.
  static func scope(of job: UnownedJob) -> WorkScope? {
    guard let task = RuntimeTask.number(of: job) else { return RunningJob.heldScope }
    if let scope = WorkRegistry.scope(of: task) { return scope }
    guard let creator = current, creator.adopt(task, isChild: RuntimeTask.isChild(job)) else {
      // A task that a block of a test's task creates joins the test when the test lets it continue.
      if !QueueBlocks.isRunning { WorkRegistry.noteOther(task) }
      return nil
    }
    return creator
  }
}
