import Foundation
package import RecordCoding
import Locking

/// Replays many logs at a time, and keeps the results in the order of the logs.
///
/// With workers, each in a process of its own, an app that ends costs the log in which it does.
package struct CorpusReplay: Sendable {
  /// A thread's stack: values nest up to a fixed depth, and reducers may recurse over them.
  package static let stackSize = 16 << 20

  /// How many logs are replayed at the same time.
  package var jobs: Int
  /// How worker processes are started, and their limits; `nil` replays in threads of this process.
  package var workers: WorkerSettings?

  /// Told several times a second of the log, from 0, and the step that a worker is at; says whether to
  /// go on.
  var goesOn: @Sendable (_ index: Int, _ step: UInt64) -> Bool = { _, _ in true }

  /// Prepares to replay so many logs at the same time.
  package init(jobs: Int, workers: WorkerSettings? = nil) {
    self.jobs = jobs
    self.workers = workers
  }

  /// Replays the logs; `progress` is told how many are done, from any thread.
  package func replay<State: Recordable, Action: Recordable>(
    _ corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> [ReplayReport] {
    replay(corpus.paths, with: replayer, progress: progress)
  }

  /// Replays the logs of these paths.
  func replay<State: Recordable, Action: Recordable>(
    _ paths: [String], with replayer: SessionReplayer<State, Action>,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> [ReplayReport] {
    if let workers {
      return run(paths, .replay, of: replayer, in: workers, progress: progress)
    }
    return run(
      paths, { path in ReplayReport.timed { replayer.replay(path: path) } },
      progress: progress)
  }

  /// Replays the logs and writes those anew that differ.
  package func update<State: Recordable, Action: Recordable>(
    _ corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> [UpdateReport] {
    if let workers {
      return run(corpus.paths, .update, of: replayer, in: workers, progress: progress)
    }
    return run(corpus.paths, { replayer.update(path: $0) }, progress: progress)
  }

  /// Judges the logs by their types; those that are older than a recorded dependency are replayed.
  package func compatibility<State: Recordable, Action: Recordable>(
    of corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> [CompatibilityEntry] {
    guard workers != nil else {
      return run(corpus.paths, { replayer.compatibilityEntry(path: $0) }, progress: progress)
    }
    var entries = run(
      corpus.paths, { replayer.compatibilityEntry(ofTypesIn: $0) }, progress: progress)
    let replayed = entries.indices.filter { entries[$0].needsReplay }
    let reports = replay(replayed.map { entries[$0].path }, with: replayer.drawing)
    for (index, report) in zip(replayed, reports) { entries[index].judge(by: report) }
    return entries
  }

  private func run<State: Recordable, Action: Recordable, Report: WorkerReport>(
    _ paths: [String], _ kind: WorkerTask.Kind, of replayer: SessionReplayer<State, Action>,
    in workers: WorkerSettings, progress: @escaping @Sendable (Int) -> Void
  ) -> [Report] {
    let task = WorkerTask(
      kind: kind, keepsGoing: replayer.keepsGoing, isParanoid: replayer.isParanoid,
      isStrict: replayer.isStrict, timeout: workers.timeout, memory: workers.memory)
    var pool = WorkerPool<Report>(
      workers.executable, task, jobs: jobs, paths: paths,
      crashed: { Report(SessionReplayer<State, Action>.report(path: $0, $1)) }, progress: progress,
      while: goesOn)
    return pool.run()
  }

  private func run<Report: Sendable>(
    _ paths: [String], _ work: @escaping @Sendable (String) -> Report,
    progress: @escaping @Sendable (Int) -> Void
  ) -> [Report] {
    let queue = WorkQueue<Report>(paths: paths)
    let group = DispatchGroup()
    for _ in 0..<max(1, min(jobs, paths.count)) {
      group.enter()
      let thread = Thread {
        while let (index, path) = queue.next() {
          progress(queue.finish(index, with: work(path)))
        }
        group.leave()
      }
      thread.stackSize = Self.stackSize
      thread.start()
    }
    group.wait()
    return queue.results
  }
}

/// Paths that wait to be worked on, and what came of those that were.
private final class WorkQueue<Report: Sendable>: Sendable {
  private struct State {
    var next = 0
    var done = 0
    var reports: [Int: Report] = [:]
  }

  private let paths: [String]
  private let state = Mutex(State())

  init(paths: [String]) {
    self.paths = paths
  }

  func next() -> (Int, String)? {
    state.withLock { state in
      guard state.next < paths.count else { return nil }
      defer { state.next += 1 }
      return (state.next, paths[state.next])
    }
  }

  func finish(_ index: Int, with report: Report) -> Int {
    state.withLock { state in
      state.reports[index] = report
      state.done += 1
      return state.done
    }
  }

  var results: [Report] {
    state.withLock { state in paths.indices.compactMap { state.reports[$0] } }
  }
}
