import Dispatch
import Platform

/// The jobs of tests whose tasks run one at a time on the main queue, in the order in which they
/// were enqueued.
///
/// Jobs run in batches, because waking the main queue takes longer than most of them. Other blocks
/// of the queue run between two batches. One of them may be the test itself, if its function began
/// before its first test store.
final class SerialJobs: Sendable {
  static let main = SerialJobs()

  private struct Entry {
    let job: UnownedJob
    let scope: WorkScope?
    let executor: UnownedSerialExecutor
  }

  private struct State {
    var waiting: [Entry] = []
    /// Whether a batch is running or will run.
    var isScheduled = false
  }

  /// The number of jobs after which other blocks have their turn.
  private static let batchSize = 64

  private let state = Mutex(State())

  /// Adds a job, which belongs to a test if `scope` is not `nil`.
  func add(_ job: UnownedJob, of scope: WorkScope?, on executor: UnownedSerialExecutor) {
    let isScheduled = state.withLock { state in
      state.waiting.append(Entry(job: job, scope: scope, executor: executor))
      defer { state.isScheduled = true }
      return state.isScheduled
    }
    if !isScheduled { scheduleBatch() }
  }

  private func scheduleBatch() {
    DispatchQueue.main.async { self.runBatch() }
  }

  private func runBatch() {
    var count = 0
    while count < Self.batchSize {
      let entries = take()
      guard !entries.isEmpty else { return }
      for entry in entries {
        if let scope = entry.scope {
          RunningJob.run(entry.job, of: scope, on: entry.executor)
        } else {
          entry.job.runSynchronously(on: entry.executor)
        }
      }
      count += entries.count
    }
    scheduleBatch()
  }

  /// Takes all jobs that are waiting. If there are none, the next one schedules a batch.
  private func take() -> [Entry] {
    state.withLock { state in
      state.isScheduled = !state.waiting.isEmpty
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
