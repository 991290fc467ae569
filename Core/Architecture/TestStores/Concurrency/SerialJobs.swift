import Dispatch
import Locking

/// A turn of a test's jobs.
enum JobTurn: Sendable {
  case job(UnownedJob, of: WorkScope?, on: UnownedSerialExecutor)
  /// The job that is next in the drawn order of a test.
  case drawn(of: WorkScope)

  func run() {
    switch self {
    case .job(let job, let scope?, let executor): RunningJob.run(job, of: scope, on: executor)
    case .job(let job, nil, let executor): job.runSynchronously(on: executor)
    case .drawn(let scope): scope.runReadyJob()
    }
  }
}

/// The jobs of tests whose tasks run one at a time on the main queue, in the order in which they
/// were enqueued.
///
/// Jobs run in batches, because waking the main queue takes longer than most of them. Other blocks
/// of the queue run between two batches.
final class SerialJobs: Sendable {
  static let main = SerialJobs()

  private struct State {
    var waiting: [JobTurn] = []
    /// Whether a batch is running or will run.
    var isScheduled = false
  }

  /// The number of jobs after which other blocks have their turn.
  private static let batchSize = 64

  private let state = Mutex(State())

  func add(_ turn: JobTurn) {
    let isScheduled = state.withLock { state in
      state.waiting.append(turn)
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
      let turns = take()
      guard !turns.isEmpty else { return }
      for turn in turns { turn.run() }
      count += turns.count
    }
    scheduleBatch()
  }

  /// Takes all jobs that are waiting. If there are none, the next one schedules a batch.
  private func take() -> [JobTurn] {
    state.withLock { state in
      state.isScheduled = !state.waiting.isEmpty
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
