#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A pool of worker processes, which keep running from one source of requests to the next.
///
/// If a worker ends, only its current request fails. The others go to a different worker.
package final class ProcessPool<Report: WorkerReport> {
  private static var maxRequests: Int { 32 }
  /// The maximum size of the requests assigned to a worker, for which a pipe always has room.
  private static var maxBytes: Int { 8 << 10 }
  /// The interval at which the progress of the workers is checked, in milliseconds.
  private static var watchInterval: Int32 { 100 }
  /// The maximum number of consecutive workers that end before their first request.
  private static var maxFailures: Int { 3 }
  /// The maximum distance between the oldest unfinished request and the newest assigned one. Bounds
  /// the memory that finished reports use.
  private static var maxAhead: Int { 100_000 }

  private let executable: WorkerExecutable
  private let task: WorkerTask
  private var jobs: Int
  private let crashed: (String, WorkerEnd) -> Report
  private let shouldContinue: (Int, UInt64) -> Bool

  private var source = RequestSource([String]())
  private var isAbandoned: () -> Bool = { false }
  private var workers: [WorkerProcess] = []
  private var pending: [Int: String] = [:]
  /// The requests whose worker ended before it finished them.
  private var returned: [Int] = []
  /// The requests that are sent again, because the system may have ended their worker.
  private var retried: Set<Int> = []
  private var ready: [(Int, Report)] = []
  private var failureCount = 0
  private var failure: String?
  private var lastWatch = ContinuousClock.now

  /// Creates a pool; `crashed` returns the report of a request whose worker ended, and
  /// `shouldContinue` receives the current request and step at intervals and returns whether to
  /// continue.
  init(
    _ executable: WorkerExecutable, _ task: WorkerTask, jobs: Int,
    crashed: @escaping (String, WorkerEnd) -> Report,
    while shouldContinue: @escaping (Int, UInt64) -> Bool = { _, _ in true }
  ) {
    self.executable = executable
    self.task = task
    self.jobs = max(1, jobs)
    self.crashed = crashed
    self.shouldContinue = shouldContinue
  }

  /// Creates a pool that evaluates the candidates of a search.
  package convenience init(
    _ settings: WorkerSettings, candidates: String, jobs: Int,
    crashed: @escaping (String, WorkerEnd) -> Report
  ) {
    let task = WorkerTask(
      kind: .candidates, keepsGoing: false, isParanoid: false, isStrict: false,
      timeout: settings.timeout, memory: settings.memory, candidates: candidates)
    self.init(settings.executable, task, jobs: jobs, crashed: crashed)
  }

  deinit {
    for worker in workers { worker.finish() }
  }

  /// Returns the results in the order in which they finish. Read all of them before starting the
  /// next source.
  ///
  /// `isAbandoned` is called at intervals. Once it returns `true`, the workers are ended, and
  /// requests without a result have none.
  package func results(
    of source: RequestSource, abandonedIf isAbandoned: @escaping () -> Bool = { false }
  ) -> AnyIterator<(Int, Report)> {
    self.source = source
    self.isAbandoned = isAbandoned
    retried = []
    return AnyIterator { self.next() }
  }

  private func next() -> (Int, Report)? {
    while ready.isEmpty {
      if isAbandoned() { return abandon() }
      for worker in workers { fill(worker) }
      start()
      if let failure { return nextFailure(failure) }
      guard !pending.isEmpty else { return nil }
      receive()
      watch()
    }
    return ready.removeFirst()
  }

  private func abandon() -> (Int, Report)? {
    terminateWorkers()
    (pending, returned, source) = ([:], [], RequestSource([String]()))
    return nil
  }

  private func terminateWorkers() {
    for worker in workers { _ = worker.terminate() }
    workers = []
  }

  private func nextFailure(_ reason: String) -> (Int, Report)? {
    terminateWorkers()
    returned = pending.keys.sorted()
    guard let request = nextRequest else { return nil }
    take(request)
    pending[request.index] = nil
    return (request.index, Report(path: request.text, failure: reason))
  }

  private func start() {
    while failure == nil, workers.count < min(jobs, source.count), nextRequest != nil {
      do throws(WorkerStartError) {
        let worker = try WorkerProcess(executable, task)
        workers.append(worker)
        fill(worker)
      } catch {
        // If the system cannot start more workers, the existing ones do the work.
        guard workers.isEmpty else {
          jobs = workers.count
          return
        }
        failure = error.description
      }
    }
  }

  /// Assigns more requests to a worker that has few left. The last requests are shared evenly.
  private func fill(_ worker: WorkerProcess) {
    let waiting = returned.count + source.remaining
    let share = min(Self.maxRequests, max(1, waiting / (2 * jobs)))
    guard worker.logs.count <= share / 2 else { return }
    var batch: [WorkerRequest] = []
    var length = worker.pathLength
    while worker.logs.count + batch.count < share, let request = nextRequest {
      length += request.text.utf8.count
      guard length <= Self.maxBytes || worker.logs.isEmpty && batch.isEmpty else { break }
      take(request)
      batch.append(request)
    }
    if !batch.isEmpty { worker.hand(batch) }
  }

  private var nextRequest: WorkerRequest? {
    if let index = returned.first { return pending[index].map { (index, $0) } }
    guard let next = source.peek() else { return nil }
    if next.index < Self.maxAhead { return next }
    let oldest = workers.flatMap(\.logs).min() ?? next.index
    return next.index - oldest < Self.maxAhead ? next : nil
  }

  private func take(_ request: WorkerRequest) {
    pending[request.index] = request.text
    if returned.isEmpty { _ = source.next() } else { returned.removeFirst() }
  }

  private func receive() {
    var files = workers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&files, nfds_t(files.count), Self.watchInterval) > 0 else { return }
    for (worker, file) in zip(workers, files) where file.revents != 0 {
      let isRunning = worker.receive { index, bytes in
        let text = pending[index] ?? ""
        finish(
          index,
          Report(encoded: bytes, path: text)
            ?? Report(path: text, failure: "the worker process sent an unreadable result"))
      }
      if !isRunning { handleEnd(of: worker) }
    }
  }

  private func finish(_ index: Int, _ report: Report) {
    pending[index] = nil
    failureCount = 0
    ready.append((index, report))
  }

  private func handleEnd(of worker: WorkerProcess) {
    workers.removeAll { $0 === worker }
    let (index, end) = worker.terminate()
    returned = (returned + worker.logs.filter { $0 != index }).sorted()
    if let index, let text = pending[index] {
      // When memory is short, the system may end a process other than the one that took most of it.
      if end.mayBeExternal, retried.insert(index).inserted {
        returned.insert(index, at: 0)
      } else {
        finish(index, crashed(text, end))
      }
    } else if !worker.logs.isEmpty, !worker.hasAnswered {
      failureCount += 1
      guard failureCount == Self.maxFailures else { return }
      failure =
        "a worker process ended before its first log: \(end.messages.fatal ?? "\(end.cause)")"
    }
  }

  private func watch() {
    guard ContinuousClock.now - lastWatch > .milliseconds(Int(Self.watchInterval)) else { return }
    lastWatch = .now
    for worker in workers {
      worker.watch()
      if let (index, step) = worker.position, !shouldContinue(index, step) {
        failure = "the replay was interrupted"
      }
    }
  }
}
