import Platform

/// The work of the test that creates this object, for a test store or a test clock.
package final class TestWork: Sendable {
  private let scope: WorkScope?
  /// Whether this object began the test of code outside of tasks.
  private let isTaskless: Bool
  private let serial = Mutex(false)
  private let seed: UInt64?

  /// Finds the current test. If `isSerial` is true, its tasks run one at a time on the main queue,
  /// in the order in which they become ready or in a seeded order.
  package init(isSerial: Bool, seed: UInt64? = nil) {
    let held = WorkScope.holdingCurrent()
    (scope, isTaskless) = (held?.scope, held?.isTaskless ?? false)
    self.seed = seed
    self.isSerial = isSerial
  }

  deinit {
    isSerial = false
    guard let scope else { return }
    if isTaskless { WorkScope.endTaskless(scope) }
    scope.release()
  }

  /// Whether a seed determines the order of the test's tasks.
  package var hasDrawnOrder: Bool { scope?.hasDrawnOrder ?? false }

  /// Whether this object makes the test's tasks run one at a time on the main queue.
  package var isSerial: Bool {
    get { serial.withLock { $0 } }
    set {
      serial.withLock { serial in
        guard newValue != serial else { return }
        serial = newValue
        if newValue {
          scope?.beginSerial(for: ObjectIdentifier(self), seed: seed)
        } else {
          scope?.endSerial(for: ObjectIdentifier(self))
        }
      }
    }
  }

  /// Lets an observer observe the test's tasks. Returns whether it receives their blocks.
  @discardableResult
  package func observe(by observer: (any WorkObserver)?) -> Bool {
    scope?.observer = observer
    return QueueBlocks.canBeKept
  }

  /// The tasks that the observer holds, in the order in which they could continue.
  package var heldTasks: [UInt64] { scope?.heldTasks ?? [] }

  /// Lets a held task continue.
  package func resume(_ task: UInt64) { scope?.resume(task) }

  /// The tasks that wait for `wake(_:)` instead of for real clocks, in the order in which they are
  /// due.
  package var sleepingTasks: [UInt64] { scope?.sleepingTasks ?? [] }

  /// Ends a task's wait for a real clock.
  package func wake(_ task: UInt64) { scope?.wake(task) }

  /// Runs the first block that the observer keeps. Waits until the block ends or seems to wait for
  /// something else. Returns `false` if there is no block.
  package func runBlock() async -> Bool { await scope?.blocks.runFirst() ?? false }

  /// Runs all blocks that the observer keeps.
  package func passBlocks() { scope?.blocks.passAll() }

  /// Whether a thread is running a job of the test, or may be running one that isn't counted.
  package var isRunning: Bool { scope.map { $0.runningCount.load(ordering: .relaxed) > 0 } ?? true }

  /// Registers the tasks that the current task creates after this call, even if a different task
  /// created this object.
  package func join() {
    if let scope, WorkScope.current == nil, let task = RuntimeTask.current {
      scope.adopt(task, allowsOthers: true)
    }
  }

  /// Ensures that work started by the current job is attributed to the test.
  ///
  /// Tasks that start immediately, within a job, are attributed to the test of that job. The
  /// current job may not be attributed to the test: it wasn't counted when it was enqueued, or it
  /// belongs to earlier work that was released. This method therefore waits for the next job.
  package func prepare() async {
    join()
    if let scope, RunningJob.scope !== scope { await Task.yield() }
  }

  /// Lets the other tasks have one turn. Returns the sleep on an immediate clock that began last.
  @concurrent
  package func yield() async -> UInt64? { scope?.lastImmediateSleep }

  /// Whether only the current job can proceed, and `settle()` therefore has nothing to wait for.
  package var isSettled: Bool { scope?.hasOnlyCurrentJob ?? false }

  /// Waits until nothing in the test can proceed.
  ///
  /// All tasks of the test are then waiting for a controlled clock, for the test itself, or for an
  /// unpredictable external event such as a real clock or a file. After a fixed amount of work,
  /// endless work is no longer waited for, and the method returns `false`. So are sleeps on
  /// immediate clocks that began after `lastSleep`, or after the call. If `endsWithSleeps` is true,
  /// tasks that begin after the last awaited sleep aren't waited for, and begin after the caller
  /// has continued.
  @discardableResult
  package func settle(
    lastSleep: UInt64? = nil, endsWithSleeps: Bool = false
  ) async -> Bool {
    join()
    guard let scope else {
      await mainActorTurn()
      return true
    }
    guard let current = WorkScope.current, current !== scope else {
      return await scope.settle(lastSleep: lastSleep, endsWithSleeps: endsWithSleeps)
        != .isEndless
    }
    // An object created in one test's work and used in a different test's belongs to both.
    while true {
      switch (await scope.settle(lastSleep: lastSleep), await current.settle()) {
      case (.isEndless, _), (_, .isEndless): return false
      case (_, .wasIdle): return true
      default: continue
      }
    }
  }

  /// Whether tasks that begin wait for a caller whose sleeps on immediate clocks have ended.
  package var delaysTasks: Bool { scope?.delaysTasks ?? false }

  /// Starts the drawn order again, after waiting for earlier work of the test.
  package func restartOrder() async {
    await settle()
    guard isSerial else { return }
    isSerial = false
    isSerial = true
  }

  /// Lets one more job of the test run. Returns `false` if there is none.
  package func runJob() async -> Bool {
    await scope?.settle(limit: 1) == .isEndless
  }

  /// Waits until the main actor has processed its enqueued jobs. This is the best available
  /// approximation if the runtime doesn't report tasks.
  private func mainActorTurn() async {
    await Task { @MainActor in }.value
  }
}
