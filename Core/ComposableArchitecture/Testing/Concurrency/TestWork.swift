import Locking

/// The work of the test that makes this, as a test store or a test clock knows it.
final class TestWork: Sendable {
  private let scope: WorkScope?
  private let serial = Mutex(false)

  /// Gets to know the test that runs; `isSerial` has its tasks run on the main queue one by one.
  init(isSerial: Bool) {
    scope = WorkScope.holdingCurrent()
    self.isSerial = isSerial
  }

  deinit {
    isSerial = false
    scope?.release()
  }

  /// Whether this has the test's tasks run on the main queue, one by one, in their order.
  var isSerial: Bool {
    get { serial.withLock { $0 } }
    set {
      serial.withLock { serial in
        guard newValue != serial else { return }
        serial = newValue
        if newValue { scope?.beginSerial() } else { scope?.endSerial() }
      }
    }
  }

  /// Has the tasks that the current one creates from now on known, whichever task made this.
  func join() {
    if let scope, WorkScope.current == nil, let task = RuntimeTask.current {
      scope.adopt(task, evenIfOlder: true)
    }
  }

  /// Makes sure that what the current job starts is known as the test's.
  ///
  /// Tasks that begin at once, within a job, are known by that job. One in which a test got to be
  /// known was not counted when it was queued; the next one is.
  func prepare() async {
    join()
    if scope != nil, RunningJob.scope == nil { await Task.yield() }
  }

  /// Waits until nothing of the test can proceed.
  ///
  /// Then all its tasks wait: for a controlled clock, for the test itself, or for something from
  /// outside that no one can foresee, such as a real clock or a file. Work without end is given up
  /// on after a fixed amount of it.
  func settle() async {
    join()
    guard let scope else { return await mainActorTurn() }
    guard let current = WorkScope.current, current !== scope else {
      _ = await scope.settle()
      return
    }
    // What was made by a task of one test's work and is used by one of another's is of both.
    while true {
      switch (await scope.settle(), await current.settle()) {
      case (_, .wasIdle), (.isEndless, _), (_, .isEndless): return
      default: continue
      }
    }
  }

  /// Waits until the main actor has done what waited for it: all that can be had where the runtime
  /// does not tell of tasks.
  private func mainActorTurn() async {
    await Task { @MainActor in }.value
  }
}
