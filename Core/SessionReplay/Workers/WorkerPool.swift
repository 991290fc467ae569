#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Replays many logs in a few worker processes.
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
  /// So far others go ahead of a log that takes long, so that their reports do not fill the memory.
  private static var mostAhead: Int { 100_000 }

  private let executable: WorkerExecutable
  private let task: WorkerTask
  private var jobs: Int
  private var source: LogSource
  private let crashed: (String, WorkerEnd) -> Report
  private let deliver: (Int, Report) -> Void
  /// Told now and then of the log and the step that a worker is at; says whether to go on.
  private let goesOn: (Int, UInt64) -> Bool

  private var workers: [WorkerProcess] = []
  /// The paths of the logs that workers have, or that are to be handed to another.
  private var paths: [Int: String] = [:]
  /// Logs that a worker left behind when it ended.
  private var returned: [Int] = []
  /// Logs that are replayed once more, since the machine may have ended their worker.
  private var retried: Set<Int> = []
  private var failures = 0
  private var failure: String?
  private var lastWatch = ContinuousClock.now

  /// Prepares to replay the logs of a source; `deliver` is handed each result as it comes.
  init(
    _ executable: WorkerExecutable, _ task: WorkerTask, jobs: Int, _ source: LogSource,
    crashed: @escaping (String, WorkerEnd) -> Report,
    while goesOn: @escaping (Int, UInt64) -> Bool = { _, _ in true },
    deliver: @escaping (Int, Report) -> Void
  ) {
    self.executable = executable
    self.task = task
    self.jobs = max(1, min(jobs, source.count))
    self.source = source
    self.crashed = crashed
    self.deliver = deliver
    self.goesOn = goesOn
  }

  /// Replays all logs.
  mutating func run() {
    while waiting > 0 || !paths.isEmpty {
      start()
      // What was left needed no worker.
      if waiting == 0, paths.isEmpty { break }
      if let failure {
        giveUp(failure)
        break
      }
      for worker in workers { fill(worker) }
      receive()
      watch()
    }
    for worker in workers { worker.finish() }
  }

  /// How many logs no worker has, or more: a source does not know what it will leave out.
  private var waiting: Int { returned.count + source.remaining }

  /// Starts workers while there are logs that they could have.
  private mutating func start() {
    while failure == nil, workers.count < jobs, next != nil {
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
        failure = error.description
      }
    }
  }

  /// Hands a worker more logs when it has few left; the last ones are shared evenly.
  private mutating func fill(_ worker: WorkerProcess) {
    let share = min(Self.mostLogs, max(1, waiting / (2 * jobs)))
    guard worker.logs.count <= share / 2 else { return }
    var batch: [(index: Int, path: String)] = []
    var length = worker.pathLength
    while worker.logs.count + batch.count < share, let (index, path) = next {
      length += path.utf8.count
      guard length <= Self.mostBytes || worker.logs.isEmpty && batch.isEmpty else { break }
      if returned.isEmpty { source.take() } else { returned.removeFirst() }
      paths[index] = path
      batch.append((index, path))
    }
    if !batch.isEmpty { worker.hand(batch) }
  }

  /// The log that is handed out next; `nil` if there is none, or none yet.
  private var next: (index: Int, path: String)? {
    mutating get {
      if let index = returned.first { return paths[index].map { (index, $0) } }
      guard let next = source.next() else { return nil }
      if next.index < Self.mostAhead { return next }
      let oldest = workers.flatMap(\.logs).min() ?? next.index
      return next.index - oldest < Self.mostAhead ? next : nil
    }
  }

  /// Waits until a worker has something to tell, and takes it.
  private mutating func receive() {
    var files = workers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&files, nfds_t(files.count), Self.watchInterval) > 0 else { return }
    for (worker, file) in zip(workers, files) where file.revents != 0 {
      let goesOn = worker.receive { index, bytes in
        let path = paths[index] ?? ""
        finish(
          index,
          Report(encoded: bytes, path: path)
            ?? Report(path: path, failure: "the worker process sent no result that can be read"))
      }
      if !goesOn { bury(worker) }
    }
  }

  private mutating func finish(_ index: Int, _ report: Report) {
    paths[index] = nil
    failures = 0
    deliver(index, report)
  }

  /// Takes the logs back from a worker that has ended, all but the one in which it did.
  private mutating func bury(_ worker: WorkerProcess) {
    workers.removeAll { $0 === worker }
    let (index, end) = worker.bury()
    returned = (returned + worker.logs.filter { $0 != index }).sorted()
    if let index, let path = paths[index] {
      // Once more: the system ends who takes memory, and not always whoever took most of it.
      if end.mayBeTheMachines, retried.insert(index).inserted {
        returned.insert(index, at: 0)
      } else {
        finish(index, crashed(path, end))
      }
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
    for (index, path) in paths.sorted(by: { $0.key < $1.key }) {
      finish(index, Report(path: path, failure: failure))
    }
    while let (index, path) = source.next() {
      source.take()
      finish(index, Report(path: path, failure: failure))
    }
    for worker in workers { _ = worker.bury() }
    workers = []
  }
}
