#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
  import Dispatch
  import Synchronization

  /// An executor for jobs that aren't bound to an actor: the thread pool, with tests' jobs counted.
  ///
  /// It wraps the process's previous executor, which runs all jobs that don't belong to a known
  /// test. A hook in the runtime's enqueue function wouldn't suffice, because `Task.yield()` calls
  /// the default executor directly.
  final class PoolWorkExecutor: TaskExecutor, SchedulingExecutor {
    private let base: any TaskExecutor
    private let scheduling: any SchedulingExecutor

    init?(before base: any TaskExecutor) {
      guard let scheduling = base as? any SchedulingExecutor else { return nil }
      self.base = base
      self.scheduling = scheduling
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let scope = WorkScope.scope(of: job) {
        scope.enqueue(job, on: WorkScope.noExecutor, in: .global())
      } else if WorkScope.areAllSerial.load(ordering: .relaxed) {
        SerialJobs.main.add(job, of: nil, on: WorkScope.noExecutor)
      } else {
        base.enqueue(job)
      }
    }

    // Jobs that wait for real clocks belong to no test until they are due.

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      let job = UnownedJob(job)
      if WorkScope.keepSleeper(job, for: delay) { return }
      scheduling.enqueue(ExecutorJob(job), after: delay, tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let job = UnownedJob(job)
      if WorkScope.keepSleeper(job, for: clock.now.duration(to: instant)) { return }
      scheduling.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
    }
  }

  extension PoolWorkExecutor {
    private enum Factory: ExecutorFactory {
      static let mainExecutor: any MainExecutor = MainActor.executor
      static let defaultExecutor: any TaskExecutor = pool ?? globalConcurrentExecutor
      static let pool = PoolWorkExecutor(before: globalConcurrentExecutor)
    }

    static func install() throws(HookFailure) {
      guard Factory.pool != nil else { throw .unknownPool }
      _createExecutors(factory: Factory.self)
    }
  }
#endif
