import Dispatch

extension WorkScope {
  struct State {
    var pendingCount = 0
    var doneCount: UInt64 = 0
    var holderCount = 0
    var serialRequests = 0
    /// The drawn orders of jobs that were requested; the last one applies.
    var orders: [(owner: ObjectIdentifier, order: JobOrder)] = []
    /// The jobs that can run, if their order is drawn.
    var ready: [ReadyJob] = []
    /// The jobs that the observer holds.
    var held: [HeldJob] = []
    /// The jobs that end waits for real clocks, in the order in which they are due.
    var sleepers: [Sleeper] = []
    /// The time at which the last of them was due. The kept waits themselves take no time.
    var time = Duration.zero
    var waiting: [Waiting] = []
    /// The number of callers that waited and may not have continued.
    var resumedCount = 0
    var immediateSleeps = ImmediateSleeps()
    /// The tasks that began after the sleeps for which a caller waits, and their jobs.
    var laterTasks: Set<UInt64> = []
    var laterJobs: [HeldJob] = []
    var tasks: [UInt64] = []
    weak var observer: (any WorkObserver)?

    /// Whether no job can proceed but those of tasks that sleep on immediate clocks.
    var hasNoOtherWork: Bool { pendingCount <= immediateSleeps.count }

    /// Removes and returns the waits that end after a job.
    mutating func takeReady() -> [Waiting] {
      guard !waiting.isEmpty else { return [] }
      let isReady = { [doneCount, hasNoOtherWork, immediateSleeps] (wait: Waiting) in
        doneCount >= wait.limit
          || hasNoOtherWork && immediateSleeps.haveEnded(upTo: wait.lastSleep)
      }
      let ready = waiting.filter(isReady)
      if !ready.isEmpty { waiting.removeAll(where: isReady) }
      resumedCount += ready.count
      return ready
    }

    /// Whether a caller that waits for sleeps has yet to continue after their end. Tasks that begin
    /// wait for it.
    var delaysTasks: Bool {
      waiting.contains { $0.endsWithSleeps && immediateSleeps.haveEnded(upTo: $0.lastSleep) }
    }

    /// Removes and returns the jobs of later tasks, unless a caller still waits to continue.
    mutating func takeLaterJobs() -> [HeldJob] {
      guard !delaysTasks else { return [] }
      defer { (laterTasks, laterJobs) = ([], []) }
      return laterJobs
    }
  }

  struct HeldJob {
    let task: UInt64
    let job: UnownedJob
    let executor: UnownedSerialExecutor
    let queue: DispatchQueue
  }

  struct Sleeper {
    let task: UInt64
    let dueTime: Duration
    let job: UnownedJob
  }

  struct Waiting {
    let continuation: UnsafeContinuation<Void, Never>
    /// The number of finished jobs at which the wait ends.
    let limit: UInt64
    /// The last sleep on an immediate clock whose end the caller waits for.
    let lastSleep: UInt64
    /// Whether such sleeps had not ended when the wait began, and tasks that begin after their end
    /// wait for the caller.
    let endsWithSleeps: Bool
  }
}
