import Dispatch
import Platform

/// The work of one test: the tasks that it starts, their descendants, and the callers waiting for
/// them.
///
/// A job is the part of a task between two suspensions. The scope counts the jobs that are enqueued
/// or running. When there are none, nothing in the test can proceed until an external event occurs:
/// the test itself continues, a controlled clock wakes a sleeper, or another thread provides input.
///
/// The count includes tasks, child tasks, detached tasks, main-actor tasks and actors, from the
/// time at which the test is registered. It excludes work that is waiting for real clocks,
/// callbacks of other threads, actors with custom executors, and actors that another test keeps
/// busy.
final class WorkScope: Sendable {
  enum Policy {
    case concurrent
    /// Jobs run one at a time on the main queue, in the order in which they were enqueued or in a
    /// drawn order.
    case serial
  }

  /// The number of the oldest task that can belong to the test, even if the test wakes older ones.
  private let oldestTask: UInt64
  private let state = Mutex(State())
  /// The blocks that the observer keeps.
  let blocks = QueueBlocks()
  /// The number of jobs that threads are running.
  let runningCount = Atomic(0)
  /// The number of jobs of the main actor so far, and whether one is running.
  private let mainJobCount = Atomic(0)
  private let isInMainJob = Atomic(false)

  init(oldestTask: UInt64) {
    self.oldestTask = oldestTask
  }

  deinit {
    WorkRegistry.remove(state.withLock { $0.tasks })
  }

  /// Whether a test store or clock may still query the scope. Otherwise the test may be over, and
  /// tasks that its last job wakes aren't attributed to it.
  var isHeld: Bool { state.withLock { $0.holderCount > 0 } }

  /// Keeps tracking the work until a balancing call to `release()`.
  func hold() {
    state.withLock { $0.holderCount += 1 }
  }

  func release() {
    state.withLock { $0.holderCount -= 1 }
  }

  var observer: (any WorkObserver)? {
    get { state.withLock { $0.observer } }
    set { state.withLock { $0.observer = newValue } }
  }

  var policy: Policy { state.withLock { $0.serialRequests > 0 ? .serial : .concurrent } }

  /// Makes jobs run one at a time until a balancing call to `endSerial(for:)`. A seed determines
  /// their order.
  func beginSerial(for owner: ObjectIdentifier, seed: UInt64?) {
    let order = seed.map(JobOrder.init)
    state.withLock { state in
      state.serialRequests += 1
      if let order { state.orders.append((owner, order)) }
    }
  }

  func endSerial(for owner: ObjectIdentifier) {
    state.withLock { state in
      state.serialRequests -= 1
      state.orders.removeAll { $0.owner == owner }
    }
  }

  /// Whether a seed determines the order of jobs.
  var hasDrawnOrder: Bool { state.withLock { !$0.orders.isEmpty } }

  /// Adds a task to the test, unless it began outside of the test and `allowsOthers` is false.
  ///
  /// Work of the test can let a task of a different test continue, which it must not take over.
  @discardableResult
  func adopt(_ task: UInt64, isChild: Bool = false, allowsOthers: Bool = false) -> Bool {
    guard allowsOthers || task >= oldestTask && !WorkRegistry.isOther(task) else { return false }
    let observer = state.withLock { state in
      state.tasks.append(task)
      if state.delaysTasks { state.laterTasks.insert(task) }
      return state.observer
    }
    WorkRegistry.add(task, to: self)
    observer?.taskDidBegin(task, createdBy: RuntimeTask.current, isChild: isChild)
    return true
  }

  /// Runs a job, unless code outside of the work enqueues it and the observer holds it.
  func enqueue(
    _ job: UnownedJob, on executor: UnownedSerialExecutor, in queue: DispatchQueue
  ) {
    if RunningJob.scope !== self, let observer, let task = RuntimeTask.number(of: job) {
      let held = HeldJob(task: task, job: job, executor: executor, queue: queue)
      let isHeld = observer.taskCanContinue(fromOutside: task) {
        state.withLock { $0.held.append(held) }
      }
      if isHeld { return }
    }
    if keepLaterJob(job, on: executor, in: queue) { return }
    start(job, on: executor, in: queue)
  }

  /// Starts the jobs that waited for a caller, which has continued.
  private func startLaterJobs() {
    for held in state.withLock({ $0.takeLaterJobs() }) {
      start(held.job, on: held.executor, in: held.queue)
    }
  }

  var delaysTasks: Bool { state.withLock(\.delaysTasks) }

  /// Keeps the job of a task that begins before a caller that waits for sleeps continues.
  private func keepLaterJob(
    _ job: UnownedJob, on executor: UnownedSerialExecutor, in queue: DispatchQueue
  ) -> Bool {
    state.withLock { state in
      guard !state.laterTasks.isEmpty, let task = RuntimeTask.number(of: job),
        state.laterTasks.contains(task)
      else { return false }
      state.laterJobs.append(HeldJob(task: task, job: job, executor: executor, queue: queue))
      return true
    }
  }

  var heldTasks: [UInt64] { state.withLock { $0.held.map(\.task) } }

  /// Runs the held job of a task.
  func resume(_ task: UInt64) {
    let held = state.withLock { state in
      state.held.firstIndex { $0.task == task }.map { state.held.remove(at: $0) }
    }
    if let held { start(held.job, on: held.executor, in: held.queue) }
  }

  /// The tasks whose waits for real clocks the observer keeps, in the order in which they are due.
  var sleepingTasks: [UInt64] { state.withLock { $0.sleepers.map(\.task) } }

  /// Ends a task's wait for a real clock.
  func wake(_ task: UInt64) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.task == task }) else { return nil }
      let sleeper = state.sleepers.remove(at: index)
      state.time = max(state.time, sleeper.dueTime)
      return sleeper
    }
    if let sleeper { start(sleeper.job, on: Self.noExecutor, in: .global()) }
  }

  /// The runtime's representation of no executor, for jobs without an actor: two zero words.
  static let noExecutor = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  /// Keeps the job that ends the current task's wait for a real clock, if an observer of its test
  /// requests it. Returns whether it did.
  static func keepSleeper<Length: DurationProtocol>(_ job: UnownedJob, for length: Length) -> Bool {
    guard let task = RuntimeTask.current, let current,
      current.observer?.taskWillSleep(task) == true, let length = length as? Duration
    else { return false }
    current.keepSleeper(job, of: task, for: length)
    return true
  }

  /// Keeps the job that ends a wait for a real clock, which begins in a task.
  ///
  /// The length is rounded up to whole milliseconds. It was calculated from the current time, and
  /// the system may have interrupted the thread since.
  private func keepSleeper(_ job: UnownedJob, of task: UInt64, for length: Duration) {
    let milliseconds = (length / .milliseconds(1)).rounded(.up)
    state.withLock { state in
      let dueTime = state.time + .milliseconds(1) * milliseconds
      let index = state.sleepers.lastIndex { $0.dueTime <= dueTime }.map { $0 + 1 } ?? 0
      state.sleepers.insert(Sleeper(task: task, dueTime: dueTime, job: job), at: index)
    }
  }

  /// Whether all jobs of the process run one at a time on the main queue.
  static let areAllSerial = Atomic(false)

  /// Counts a job, and runs it in a queue, or on the main queue if jobs run one at a time. If their
  /// order is drawn, a different job may take its turn.
  private func start(
    _ job: UnownedJob, on executor: UnownedSerialExecutor, in queue: DispatchQueue
  ) {
    let isSerialForAll = Self.areAllSerial.load(ordering: .relaxed)
    let (isSerial, isDrawn) = state.withLock { state in
      state.pendingCount += 1
      let isSerial = isSerialForAll || state.serialRequests > 0
      guard let last = state.orders.indices.last else { return (isSerial, false) }
      let priority = state.orders[last].order.priority(of: RuntimeTask.number(of: job))
      state.ready.append(ReadyJob(job: job, executor: executor, priority: priority))
      return (isSerial, true)
    }
    guard isDrawn else {
      if isSerial { return SerialJobs.main.add(job, of: self, on: executor) }
      return queue.async { [self] in RunningJob.run(job, of: self, on: executor) }
    }
    // Not in a batch: between two jobs, the runtime's own blocks on the main queue let tasks
    // continue. They provide jobs to choose from.
    DispatchQueue.main.async { [self] in
      guard let next = state.withLock({ $0.ready.removeNext() }) else { return }
      RunningJob.run(next.job, of: self, on: next.executor)
    }
  }

  /// The number of the main actor's job that is running, if jobs run one at a time; or `nil`.
  var mainJob: Int? {
    isInMainJob.load(ordering: .relaxed) ? mainJobCount.load(ordering: .relaxed) : nil
  }

  func beginMainJob() {
    mainJobCount.add(1, ordering: .relaxed)
    isInMainJob.store(true, ordering: .relaxed)
  }

  func endMainJob() { isInMainJob.store(false, ordering: .relaxed) }

  /// Counts a job that ended, and resumes the callers that wait for it.
  func jobEnded() {
    let ready = state.withLock { state in
      state.pendingCount -= 1
      state.doneCount += 1
      return state.takeReady()
    }
    for waiting in ready { waiting.continuation.resume() }
  }

  /// Begins a sleep on an immediate clock. Returns `nil` if the order of jobs is drawn or observed,
  /// which then decides how long the sleep takes.
  func beginImmediateSleep() -> UInt64? {
    state.withLock { state in
      guard state.orders.isEmpty, state.observer == nil else { return nil }
      return state.immediateSleeps.begin()
    }
  }

  var lastImmediateSleep: UInt64 { state.withLock { $0.immediateSleeps.last } }

  /// Ends a sleep on an immediate clock. A caller that waits only for sleeps then waits for the
  /// tasks that exist, and continues before the tasks that begin.
  func endImmediateSleep(_ sleep: UInt64) { state.withLock { $0.immediateSleeps.end(sleep) } }

  /// Whether a sleep on an immediate clock can end: only sleepers can proceed, and no caller waits
  /// only for sleeps that began before. The sleeps that a caller waits for end one after the other,
  /// before other work. After a number of turns, a sleep ends nevertheless, but not before the
  /// callers that have waited continue.
  func canEndImmediateSleep(_ sleep: UInt64, afterTurns turns: Int) -> Bool {
    state.withLock { state in
      guard state.resumedCount == 0 else { return false }
      if sleep <= state.immediateSleeps.lastEnding { return true }
      guard state.hasNoOtherWork, !state.waiting.contains(where: { $0.lastSleep < sleep }) else {
        return turns >= ImmediateSleeps.maxTurns
      }
      let awaited = state.waiting.filter(\.endsWithSleeps).map(\.lastSleep)
      state.immediateSleeps.lastEnding = awaited.min() ?? sleep
      return true
    }
  }

  var hasOnlyCurrentJob: Bool {
    RunningJob.scope === self && state.withLock { $0.pendingCount == 1 }
  }

  var jobCount: UInt64 { state.withLock { UInt64($0.pendingCount) + $0.doneCount } }

  enum Settlement {
    case wasIdle
    case becameIdle
    case isEndless
  }

  /// Waits until nothing in the test can proceed, except for sleeps on immediate clocks that began
  /// after `lastSleep`, or that begin meanwhile.
  ///
  /// If `endsWithSleeps` is true, tasks that begin after these sleeps aren't waited for. The wait
  /// ends after at most `limit` jobs. The result therefore doesn't depend on time.
  func settle(
    lastSleep: UInt64? = nil, endsWithSleeps: Bool = false, limit: UInt64 = 10_000
  ) async -> Settlement {
    // The job in which a test was registered wasn't counted when it was enqueued. The next job is
    // counted, and so are the jobs of actors that the test calls in it.
    if RunningJob.scope !== self, WorkScope.current === self { await Task.yield() }
    startLaterJobs()
    // The job that calls this method is counted, and ends when it suspends here.
    let own = RunningJob.scope === self ? 1 : 0
    let (isIdle, end, last) = state.withLock {
      ($0.pendingCount <= own, $0.doneCount + UInt64(own) + limit, $0.immediateSleeps.last)
    }
    guard !isIdle else { return .wasIdle }
    await withUnsafeContinuation { continuation in
      let isIdle = state.withLock { state in
        guard state.pendingCount > own else {
          state.resumedCount += 1
          return true
        }
        let lastSleep = lastSleep ?? last
        let hasEnded = state.immediateSleeps.haveEnded(upTo: lastSleep)
        state.waiting.append(
          Waiting(
            continuation: continuation, limit: end, lastSleep: lastSleep,
            endsWithSleeps: endsWithSleeps && !hasEnded))
        return false
      }
      if isIdle { continuation.resume() }
    }
    noteContinued()
    return state.withLock { $0.doneCount < end && $0.immediateSleeps.count == 0 }
      ? .becameIdle : .isEndless
  }

  /// Notes that a caller that waited has continued.
  ///
  /// If jobs run on the main queue, so may the test, in a block that isn't counted because its
  /// function began before its first test store. That block is enqueued next. Only sleeps on
  /// immediate clocks must wait for it.
  private func noteContinued() {
    let note = { @Sendable [self] in
      state.withLock { $0.resumedCount -= 1 }
      startLaterJobs()
    }
    if policy == .serial, lastImmediateSleep > 0 {
      DispatchQueue.main.async(execute: note)
    } else {
      note()
    }
  }
}
