package import SessionReplay
import Foundation
package import RecordCoding

/// A replay of many logs in parallel that delivers the results in the order of the logs.
///
/// With worker processes, a crash of the app fails only the current log.
package struct CorpusReplay: Sendable {
  private let jobs: Int
  /// The settings of the worker processes; `nil` replays in threads of this process.
  private let workers: WorkerSettings?
  package var stopsAtFailure = false
  /// Whether the effects of logs whose steps match are run as well.
  package var runsEffects = false

  /// Receives the current log, from 0, and step of a worker, and returns whether to continue.
  var shouldContinue: @Sendable (_ index: Int, _ step: UInt64) -> Bool = { _, _ in true }

  /// Creates a replay of up to `jobs` logs at a time (default: the number of processors).
  package init(jobs: Int? = nil, workers: WorkerSettings? = nil) {
    self.jobs = max(1, jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    self.workers = workers
  }

  /// Replays the logs, and delivers their reports in the order of the logs.
  ///
  /// Only reports that wait for a previous one are kept.
  package func replay<State: Recordable, Action: Recordable>(
    _ list: PathList, with replayer: SessionReplayer<State, Action>,
    memory: (any ReportMemory)? = nil, deliver: (ReplayReport) -> Void
  ) {
    var results = ResultOrder<ReplayReport>()
    var hasFailed = false
    withoutActuallyEscaping(deliver) { deliver in
      let take = { (index: Int, report: ReplayReport) in
        if stopsAtFailure, report.verdict.kind != .match { hasFailed = true }
        results.add(index, report, deliver)
      }
      let source = RequestSource(list, memory: memory, known: take, until: { hasFailed })
      let reports = reports(
        of: source, .replay, by: replayer,
        here: { path in ReplayReport.timed { replayer.replay(path: path) } }, crashed: { $0 })
      for (index, report) in reports {
        memory?.note(report, at: index)
        take(index, report)
      }
      results.deliverRest(deliver)
    }
  }

  /// Replays the logs like `replay`, with their effects if requested.
  ///
  /// Suspends only without worker processes, because their parent must be the main thread. The
  /// effects of the logs then run in this process, one log after the other.
  @MainActor
  package func replayWithEffects<State: Recordable, Action: Recordable>(
    _ list: PathList, with replayer: SessionReplayer<State, Action>,
    memory: (any ReportMemory)? = nil, deliver: (ReplayReport) -> Void
  ) async {
    guard runsEffects, workers == nil else {
      return replay(list, with: replayer, memory: memory, deliver: deliver)
    }
    let (effects, threads) = (EffectReplayer(replayer), ThreadPool(width: 1))
    for index in list.indices {
      let path = list[index]
      memory?.prepare([(index, path)])
      let known = memory?.report(ofLogAt: index, path)
      let report: ReplayReport
      if let known {
        report = known
      } else {
        let steps = await threads.run { ReplayReport.timed { replayer.replay(path: path) } }
        report = await effects.run(steps)
        memory?.note(report, at: index)
      }
      deliver(report)
      if stopsAtFailure, report.verdict.kind != .match { return }
    }
  }

  package func replay<State: Recordable, Action: Recordable>(
    _ corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: (Int) -> Void = { _ in }
  ) -> [ReplayReport] {
    replay(corpus.list, with: replayer, progress: progress)
  }

  package func replay<State: Recordable, Action: Recordable>(
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

  package func update<State: Recordable, Action: Recordable>(
    _ corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: (Int) -> Void = { _ in }
  ) -> [UpdateReport] {
    inOrder(
      reports(
        of: RequestSource(corpus.list), .update, by: replayer,
        here: { replayer.update(path: $0) },
        crashed: { UpdateReport(path: $0.path, outcome: .refused($0.verdict)) }), progress)
  }

  /// Runs the effects of logs, and returns the changes that an update would make to their calls.
  ///
  /// Suspends only if there are no worker processes, like `replayWithEffects`.
  @MainActor
  package func calls<State: Recordable, Action: Recordable>(
    of list: PathList, with replayer: SessionReplayer<State, Action>
  ) async -> [CallsReport] {
    if let workers {
      return inOrder(
        reports(of: RequestSource(list), .calls, by: replayer, workers) {
          CallsReport(path: $0.path, outcome: .refused($0.verdict))
        }
      ) { _ in }
    }
    let effects = EffectReplayer(replayer)
    var reports: [CallsReport] = []
    for path in list {
      reports.append(CallsReport(path: path, update: await effects.update(path: path)))
    }
    return reports
  }

  /// Updates the logs like `update`, with the calls of their effects.
  ///
  /// Suspends only if there are no worker processes, like `replayWithEffects`.
  @MainActor
  package func updateWithEffects<State: Recordable, Action: Recordable>(
    _ corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: (Int) -> Void = { _ in }
  ) async -> [UpdateReport] {
    guard workers == nil else { return update(corpus, with: replayer, progress: progress) }
    let effects = EffectReplayer(replayer)
    var reports: [UpdateReport] = []
    for path in corpus.list {
      reports.append(await effects.rewrite(path: path))
      progress(reports.count)
    }
    return reports
  }

  /// Compares the types of the logs with the app's, and replays logs that lack a recorded
  /// dependency.
  package func compatibility<State: Recordable, Action: Recordable>(
    of corpus: Corpus, with replayer: SessionReplayer<State, Action>,
    progress: (Int) -> Void = { _ in }
  ) -> [CompatibilityEntry] {
    let replaysNow = workers == nil
    let results = ThreadPool(width: jobs).results(of: RequestSource(corpus.list)) { index, path in
      let entry =
        replaysNow
        ? replayer.compatibilityEntry(path: path)
        : replayer.compatibilityEntry(ofTypesIn: path)
      return (index, entry)
    }
    var entries = inOrder(results, progress)
    guard !replaysNow else { return entries }
    let replayed = entries.indices.filter { entries[$0].needsReplay }
    let reports = replay(PathList(replayed.map { entries[$0].path }), with: replayer.readingAll)
    for (index, report) in zip(replayed, reports) {
      entries[index].removeUnreadDependencies(after: report)
    }
    return entries
  }

  /// Uses worker processes or, without any, threads that call `here`.
  private func reports<State: Recordable, Action: Recordable, Report: WorkerReport>(
    of source: RequestSource, _ kind: WorkerTask.Kind, by replayer: SessionReplayer<State, Action>,
    here: @escaping @Sendable (String) -> Report, crashed: @escaping (ReplayReport) -> Report
  ) -> AnyIterator<(Int, Report)> {
    guard let workers else {
      return ThreadPool(width: jobs).results(of: source) { index, path in (index, here(path)) }
    }
    return reports(of: source, kind, by: replayer, workers, crashed: crashed)
  }

  private func reports<State: Recordable, Action: Recordable, Report: WorkerReport>(
    of source: RequestSource, _ kind: WorkerTask.Kind, by replayer: SessionReplayer<State, Action>,
    _ workers: WorkerSettings, crashed: @escaping (ReplayReport) -> Report
  ) -> AnyIterator<(Int, Report)> {
    let task = WorkerTask(
      kind: kind, keepsGoing: replayer.keepsGoing, isParanoid: replayer.isParanoid,
      isStrict: replayer.isStrict, runsEffects: runsEffects, timeout: workers.timeout,
      memory: workers.memory)
    return ProcessPool(
      workers.executable, task, jobs: jobs, crashed: { crashed($1.report(path: $0)) },
      while: shouldContinue
    ).results(of: source)
  }

  private func inOrder<Report>(
    _ results: some Sequence<(Int, Report)>, _ progress: (Int) -> Void
  ) -> [Report] {
    var reports: [Report] = []
    results.forEachInOrder { report in
      reports.append(report)
      progress(reports.count)
    }
    return reports
  }
}
