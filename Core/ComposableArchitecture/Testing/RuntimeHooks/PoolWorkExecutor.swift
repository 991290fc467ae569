#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
  import Dispatch
  import Synchronization

  /// The executor of jobs that are bound to no actor: the pool of threads, with tests' jobs counted.
  ///
  /// It stands before the one that the process has had, which gets what is of no known test. A hook
  /// where the runtime queues jobs would not do: `Task.yield()` asks the default executor itself.
  final class PoolWorkExecutor: TaskExecutor, SchedulingExecutor {
    private let base: any TaskExecutor
    private let scheduling: any SchedulingExecutor

    /// No executor, as the runtime writes it, two words of zeroes: that of jobs bound to no actor.
    private static let none = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

    init?(before base: any TaskExecutor) {
      guard let scheduling = base as? any SchedulingExecutor else { return nil }
      self.base = base
      self.scheduling = scheduling
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let isSerialForAll = WorkScope.areAllSerial.load(ordering: .relaxed)
      if let scope = WorkScope.taking(job) {
        scope.jobQueued()
        let isSerial = isSerialForAll || scope.policy == .serial
        (isSerial ? DispatchQueue.main : DispatchQueue.global()).async {
          RunningJob.run(job, of: scope, on: Self.none)
        }
      } else if isSerialForAll {
        DispatchQueue.main.async { job.runSynchronously(on: Self.none) }
      } else {
        base.enqueue(job)
      }
    }

    // Jobs of real clocks are no one's until their time has come.

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      scheduling.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      scheduling.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }
  }

  extension PoolWorkExecutor {
    private enum Factory: ExecutorFactory {
      static let mainExecutor: any MainExecutor = MainActor.executor
      static let defaultExecutor: any TaskExecutor = pool ?? globalConcurrentExecutor
      static let pool = PoolWorkExecutor(before: globalConcurrentExecutor)
    }

    /// Makes this the executor of the process.
    static func install() throws(HookFailure) {
      guard Factory.pool != nil else { throw .unknownPool }
      _createExecutors(factory: Factory.self)
    }
  }
#endif
