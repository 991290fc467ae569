import Locking
import struct Synchronization.Atomic

/// The work of one test: the tasks that it starts, those that they start, and what waits for them.
///
/// It counts the jobs, the pieces of tasks between two suspensions, that are queued or run. When none
/// is, nothing of the test can proceed until something from outside happens: the test itself goes on,
/// a controlled clock wakes a sleeper, or input arrives from another thread.
///
/// What the count sees: tasks, child tasks, detached tasks, main-actor tasks and actors, from the
/// moment that the test is known. What it does not see until it comes back: real clocks, callbacks
/// of other threads, actors with executors of their own, and an actor that another test keeps busy.
final class WorkScope: Sendable {
  /// Where jobs run that are not bound to an actor.
  enum Policy {
    /// On the pool of threads that Swift provides.
    case concurrent
    /// On the main queue, one by one, in the order in which they were queued.
    case serial
  }

  private struct State {
    var pendingCount = 0
    var doneCount: UInt64 = 0
    var holderCount = 0
    var serialRequests = 0
    var waiting: [Waiting] = []
    var tasks: [UInt64] = []
  }

  private struct Waiting {
    let continuation: UnsafeContinuation<Void, Never>
    /// The number of jobs after which it is not waited any longer.
    let limit: UInt64
  }

  /// Tasks that are older are not of the test, even if the test wakes them.
  private let oldestTask: UInt64
  private let state = Mutex(State())

  init(oldestTask: UInt64) {
    self.oldestTask = oldestTask
  }

  deinit {
    WorkRegistry.remove(state.withLock { $0.tasks })
  }

  /// Whether there is something that could ask. Otherwise the test is over, or may be: what its
  /// last job wakes is not taken for its own.
  var isHeld: Bool { state.withLock { $0.holderCount > 0 } }

  /// Has the work known until `release()` has been called as often.
  func hold() {
    state.withLock { $0.holderCount += 1 }
  }

  /// Ends what `hold()` began.
  func release() {
    state.withLock { $0.holderCount -= 1 }
  }

  /// How jobs run that are not bound to an actor.
  var policy: Policy { state.withLock { $0.serialRequests > 0 ? .serial : .concurrent } }

  /// Has jobs run one by one until `endSerial()` has been called as often.
  func beginSerial() {
    state.withLock { $0.serialRequests += 1 }
  }

  /// Ends what `beginSerial()` began.
  func endSerial() {
    state.withLock { $0.serialRequests -= 1 }
  }

  /// Counts a task as one of the test, unless it is older and must not be.
  @discardableResult
  func adopt(_ task: UInt64, evenIfOlder: Bool = false) -> Bool {
    guard evenIfOlder || task >= oldestTask else { return false }
    state.withLock { $0.tasks.append(task) }
    WorkRegistry.add(task, to: self)
    return true
  }

  /// Counts a job that has been queued.
  func jobQueued() {
    state.withLock { $0.pendingCount += 1 }
  }

  /// Counts the end of a job, and lets those go on that wait for it.
  func jobEnded() {
    let ready = state.withLock { state in
      state.pendingCount -= 1
      state.doneCount += 1
      guard !state.waiting.isEmpty else { return [Waiting]() }
      let (isIdle, done) = (state.pendingCount == 0, state.doneCount)
      let ready = state.waiting.filter { isIdle || done >= $0.limit }
      if !ready.isEmpty { state.waiting.removeAll { isIdle || done >= $0.limit } }
      return ready
    }
    for waiting in ready { waiting.continuation.resume() }
  }

  /// The number of jobs that have been queued, ended or not.
  var jobCount: UInt64 { state.withLock { UInt64($0.pendingCount) + $0.doneCount } }

  /// How a wait for the test's work ended.
  enum Settlement {
    /// There was nothing to wait for.
    case wasIdle
    /// Work went on, and has come to rest.
    case becameIdle
    /// Work goes on without an end in sight.
    case isEndless
  }

  /// Waits until nothing of the test can proceed.
  ///
  /// Work is given up on after as many jobs as the limit says, so that the outcome depends on the
  /// work and not on time.
  func settle(limit: UInt64 = 10_000) async -> Settlement {
    // The job in which a test got to be known was not counted when it was queued. The next one is,
    // and so are the jobs of actors that the test calls in it.
    if RunningJob.scope !== self, WorkScope.current === self { await Task.yield() }
    // The job that asks is one of those that are counted, and ends by waiting here.
    let own = RunningJob.scope === self ? 1 : 0
    let (isIdle, end) = state.withLock { ($0.pendingCount <= own, $0.doneCount + limit) }
    guard !isIdle else { return .wasIdle }
    await withUnsafeContinuation { continuation in
      let isIdle = state.withLock { state in
        guard state.pendingCount > own else { return true }
        state.waiting.append(Waiting(continuation: continuation, limit: end))
        return false
      }
      if isIdle { continuation.resume() }
    }
    return state.withLock { $0.doneCount < end } ? .becameIdle : .isEndless
  }
}

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
    guard RuntimeHooks.areInstalled else { return nil }
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
