#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Replays many logs in a few worker processes, and keeps the results in the order of the logs.
///
/// A worker is handed several logs at a time. One that ends costs the log that it was in; the others
/// that it had go to another.
struct WorkerPool<Report: WorkerReport> {
  /// The most logs that a worker has at a time.
  private static var mostLogs: Int { 32 }
  /// The most bytes of paths that a worker has at a time, for which a pipe has room in any case.
  private static var mostBytes: Int { 8 << 10 }
  /// How often it is looked at how far the workers are, in milliseconds.
  private static var watchInterval: Int32 { 100 }
  /// So many workers that end before their first log mean that none can be started.
  private static var mostFailures: Int { 3 }

  private let executable: WorkerExecutable
  private let task: WorkerTask
  private var jobs: Int
  private let paths: [String]
  private let crashed: (String, WorkerEnd) -> Report
  private let progress: (Int) -> Void
  /// Told now and then of the log and the step that a worker is at; says whether to go on.
  private let goesOn: (Int, UInt64) -> Bool

  private var workers: [WorkerProcess] = []
  private var reports: [Report]
  private var isReported: [Bool]
  private var done = 0
  /// The first log that no worker has had yet.
  private var next = 0
  /// Logs that a worker left behind when it ended.
  private var returned: [Int] = []
  private var failures = 0
  private var failure: String?
  private var lastWatch = ContinuousClock.now

  init(
    _ executable: WorkerExecutable, _ task: WorkerTask, jobs: Int, paths: [String],
    crashed: @escaping (String, WorkerEnd) -> Report, progress: @escaping (Int) -> Void,
    while goesOn: @escaping (Int, UInt64) -> Bool = { _, _ in true }
  ) {
    self.executable = executable
    self.task = task
    self.jobs = max(1, min(jobs, paths.count))
    self.paths = paths
    self.crashed = crashed
    self.progress = progress
    self.goesOn = goesOn
    // Not a list of what may be missing: to make the results of it would take their memory twice.
    reports = paths.map { Report(path: $0, failure: "the log was not replayed") }
    isReported = Array(repeating: false, count: paths.count)
  }

  /// Replays all logs.
  mutating func run() -> [Report] {
    while done < paths.count {
      start()
      if let failure {
        giveUp(failure)
        break
      }
      for worker in workers { fill(worker) }
      receive()
      watch()
    }
    for worker in workers { worker.finish() }
    return reports
  }

  private var waiting: Int { returned.count + paths.count - next }

  /// Starts workers while there are logs that they could have.
  private mutating func start() {
    while failure == nil, workers.count < jobs, waiting > 0 {
      do throws(WorkerStartError) {
        let worker = try WorkerProcess(executable, task)
        workers.append(worker)
        fill(worker)
      } catch {
        // A system that has no room for more workers lets those that there are do the work.
        guard workers.isEmpty else {
          jobs = workers.count
          return
        }
        failure =
          "a worker process cannot be started from '\(executable.path)': "
          + String(cString: strerror(error.code))
      }
    }
  }

  /// Hands a worker more logs when it has few left; the last ones are shared evenly.
  private mutating func fill(_ worker: WorkerProcess) {
    let share = min(Self.mostLogs, max(1, waiting / (2 * jobs)))
    guard worker.logs.count <= share / 2, waiting > 0 else { return }
    var batch: [(index: Int, path: String)] = []
    var length = worker.pathLength
    while worker.logs.count + batch.count < share, waiting > 0 {
      let index = returned.first ?? next
      length += paths[index].utf8.count
      guard length <= Self.mostBytes || worker.logs.isEmpty && batch.isEmpty else { break }
      if returned.isEmpty { next += 1 } else { returned.removeFirst() }
      batch.append((index, paths[index]))
    }
    if !batch.isEmpty { worker.hand(batch) }
  }

  /// Waits until a worker has something to tell, and takes it.
  private mutating func receive() {
    var files = workers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&files, nfds_t(files.count), Self.watchInterval) > 0 else { return }
    for (worker, file) in zip(workers, files) where file.revents != 0 {
      let goesOn = worker.receive { index, bytes in
        let path = paths[index]
        finish(
          index,
          Report(encoded: bytes, path: path)
            ?? Report(path: path, failure: "the worker process sent no result that can be read"))
      }
      if !goesOn { bury(worker) }
    }
  }

  private mutating func finish(_ index: Int, _ report: Report) {
    reports[index] = report
    isReported[index] = true
    done += 1
    failures = 0
    progress(done)
  }

  /// Takes the logs back from a worker that has ended, all but the one in which it did.
  private mutating func bury(_ worker: WorkerProcess) {
    workers.removeAll { $0 === worker }
    let (index, end) = worker.bury()
    returned = (returned + worker.logs.filter { $0 != index }).sorted()
    if let index {
      finish(index, crashed(paths[index], end))
    } else if !worker.logs.isEmpty {
      failures += 1
      guard failures == Self.mostFailures else { return }
      failure =
        "a worker process ended before its first log: \(end.messages.fatal ?? "\(end.cause)")"
    }
  }

  private mutating func watch() {
    guard ContinuousClock.now - lastWatch > .milliseconds(Int(Self.watchInterval)) else { return }
    lastWatch = .now
    for worker in workers {
      worker.watch()
      if let (index, step) = worker.position, !goesOn(index, step) {
        failure = "the replay was interrupted"
      }
    }
  }

  private mutating func giveUp(_ failure: String) {
    for index in paths.indices where !isReported[index] {
      finish(index, Report(path: paths[index], failure: failure))
    }
    for worker in workers { _ = worker.bury() }
    workers = []
  }
}
