import Foundation
package import RecordCoding

/// Replays many logs at a time, and hands on the results in the order of the logs.
///
/// With workers, each in a process of its own, an app that ends costs the log in which it does.
package struct CorpusReplay: Sendable {
  /// A thread's stack: values nest up to a fixed depth, and reducers may recurse over them.
  package static let stackSize = 16 << 20

  /// How many logs are replayed at the same time.
  package var jobs: Int
  /// How worker processes are started, and their limits; `nil` replays in threads of this process.
  package var workers: WorkerSettings?
  /// Whether no further log is begun after one that does not match.
  package var stopsAtFailure = false

  /// Told several times a second of the log, from 0, and the step that a worker is at; says whether to
  /// go on.
  var goesOn: @Sendable (_ index: Int, _ step: UInt64) -> Bool = { _, _ in true }

  /// Prepares to replay so many logs at the same time.
  package init(jobs: Int, workers: WorkerSettings? = nil) {
    self.jobs = jobs
    self.workers = workers
  }

  /// Replays the logs, and hands on the report of each in the order of the logs.
  ///
  /// Holds only the reports that wait for an earlier one. Takes the reports that `memory` knows from
  /// there, and adds the others to it.
  package func replay<State: Recordable, Action: Recordable>(
    _ list: PathList, with replayer: SessionReplayer<State, Action>,
    memory: (any ReportMemory)? = nil, deliver: (ReplayReport) -> Void
  ) {
    var results = InOrder<ReplayReport>()
    var hasFailed = false
    withoutActuallyEscaping(deliver) { deliver in
      let take = { (index: Int, report: ReplayReport) in
        if stopsAtFailure, report.verdict.kind != .match { hasFailed = true }
        results.add(index, report, deliver)
      }
      let source = LogSource(list, memory: memory, known: take, until: { hasFailed })
      let run = { (index: Int, report: ReplayReport) in
        memory?.note(report, at: index)
        take(index, report)
      }
      if let workers {
        var pool = pool(.replay, of: replayer, in: workers, source, deliver: run)
        pool.run()
      } else {
        var pool = ThreadPool(
          jobs: jobs, source, { path in ReplayReport.timed { replayer.replay(path: path) } },
          deliver: run)
        pool.run()
      }
      results.deliverRest(deliver)
    }
  }

  /// Replays the logs of a corpus; `progress` is told how many are done.
  package func replay<State: Recordable, Action: Recordable>(
    _ corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: (Int) -> Void = { _ in }
  ) -> [ReplayReport] {
    replay(corpus.list, with: replayer, progress: progress)
  }

  func replay<State: Recordable, Action: Recordable>(
    _ list: PathList, with replayer: SessionReplayer<State, Action>,
    progress: (Int) -> Void = { _ in }
  ) -> [ReplayReport] {
    var reports: [ReplayReport] = []
    replay(list, with: replayer) { report in
      reports.append(report)
      progress(reports.count)
    }
    return reports
  }

  /// Replays the logs and writes those anew that differ.
  package func update<State: Recordable, Action: Recordable>(
    _ corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: (Int) -> Void = { _ in }
  ) -> [UpdateReport] {
    collect(progress) { deliver in
      let source = LogSource(corpus.list)
      if let workers {
        var pool = pool(.update, of: replayer, in: workers, source, deliver: deliver)
        pool.run()
      } else {
        var pool = ThreadPool(
          jobs: jobs, source, { replayer.update(path: $0) }, deliver: deliver)
        pool.run()
      }
    }
  }

  /// Judges the logs by their types; those that are older than a recorded dependency are replayed.
  package func compatibility<State: Recordable, Action: Recordable>(
    of corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: (Int) -> Void = { _ in }
  ) -> [CompatibilityEntry] {
    let replaysNow = workers == nil
    var entries = collect(progress) { (deliver: @escaping (Int, CompatibilityEntry) -> Void) in
      var pool = ThreadPool(
        jobs: jobs, LogSource(corpus.list),
        { path in
          replaysNow
            ? replayer.compatibilityEntry(path: path)
            : replayer.compatibilityEntry(ofTypesIn: path)
        }, deliver: deliver)
      pool.run()
    }
    guard !replaysNow else { return entries }
    let replayed = entries.indices.filter { entries[$0].needsReplay }
    let reports = replay(PathList(replayed.map { entries[$0].path }), with: replayer.drawing)
    for (index, report) in zip(replayed, reports) { entries[index].judge(by: report) }
    return entries
  }

  private func pool<State: Recordable, Action: Recordable, Report: WorkerReport>(
    _ kind: WorkerTask.Kind, of replayer: SessionReplayer<State, Action>,
    in workers: WorkerSettings, _ source: LogSource, deliver: @escaping (Int, Report) -> Void
  ) -> WorkerPool<Report> {
    let task = WorkerTask(
      kind: kind, keepsGoing: replayer.keepsGoing, isParanoid: replayer.isParanoid,
      isStrict: replayer.isStrict, timeout: workers.timeout, memory: workers.memory)
    return WorkerPool(
      workers.executable, task, jobs: jobs, source,
      crashed: { Report(SessionReplayer<State, Action>.report(path: $0, $1)) }, while: goesOn,
      deliver: deliver)
  }

  /// The results that a function hands on in any order, in the order of the logs.
  private func collect<Report>(
    _ progress: (Int) -> Void, _ run: (@escaping (Int, Report) -> Void) -> Void
  ) -> [Report] {
    var results: [Report] = []
    withoutActuallyEscaping(progress) { progress in
      var order = InOrder<Report>()
      run { index, report in
        order.add(index, report) { report in
          results.append(report)
          progress(results.count)
        }
      }
    }
    return results
  }
}

/// Results that come in any order and are handed on in that of the logs.
private struct InOrder<Report> {
  private var waiting: [Int: Report] = [:]
  private var next = 0

  mutating func add(_ index: Int, _ report: Report, _ deliver: (Report) -> Void) {
    guard index == next else {
      waiting[index] = report
      return
    }
    deliver(report)
    next += 1
    while let report = waiting.removeValue(forKey: next) {
      deliver(report)
      next += 1
    }
  }

  /// Hands on what waits for logs that nobody replays.
  mutating func deliverRest(_ deliver: (Report) -> Void) {
    for (_, report) in waiting.sorted(by: { $0.key < $1.key }) { deliver(report) }
    waiting = [:]
  }
}
