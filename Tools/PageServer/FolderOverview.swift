import Dispatch
import Locking
import ReplayCorpus
import SessionLog
import SessionQueries
import SessionReplay
import SessionReports

/// The logs of a folder with their verdicts, which are kept up to date while a page shows them.
///
/// A refresh lists the folder, and replays some of the logs that were added or changed. The limits
/// keep the server responsive however many logs there are.
package final class FolderOverview: Sendable {
  package struct Version: Sendable {
    package let number: UInt64
    /// A `PageFolder` as one line of JSON.
    package let text: String
  }

  private struct Known: Sendable {
    var entry: ServedLogs.Entry
    var report: ReplayReport?

    /// Whether the log can be replayed and has not been.
    var isWaiting: Bool { report == nil && !entry.isBeingWritten }
  }

  private struct State {
    var isRefreshing = false
    /// The time of the next refresh in nanoseconds.
    var next: UInt64 = 0
    var latest: Version?
  }

  /// The parts of the overview, which only a refresh changes.
  private struct Contents: Sendable {
    /// The logs in the order of their names.
    var logs: [Known] = []
    var coverage: CorpusCoverage?
    /// The logs that `coverage` is of.
    var covered: [ServedLogs.Entry] = []
    var message: String?
    /// The number of logs to replay at once.
    var batch = 1
  }

  private static let minInterval: UInt64 = 500_000_000
  /// The maximum time for which the replays of a refresh should occupy the main actor.
  private static let replayTime: UInt64 = 250_000_000
  private static let maxBatch = 64

  private let logs: ServedLogs
  private let views: ServedViews?
  /// Returns the address of the page of a log.
  private let address: @Sendable (_ name: String) -> String
  private let threads = ThreadPool(width: 1)
  private let state = Mutex(State())
  private let contents = Mutex(Contents())

  package init(
    of logs: ServedLogs, views: ServedViews?, address: @escaping @Sendable (String) -> String
  ) {
    self.logs = logs
    self.views = views
    self.address = address
  }

  package var latest: Version? { state.withLock { $0.latest } }

  /// Begins a refresh, unless one is in progress or the last one was a short time ago.
  func refresh() {
    let begins = state.withLock { state in
      guard !state.isRefreshing, Self.now >= state.next else { return false }
      state.isRefreshing = true
      return true
    }
    guard begins else { return }
    Task {
      let delay = await update()
      state.withLock { state in
        state.next = Self.now + delay
        state.isRefreshing = false
      }
    }
  }

  /// Lists the folder and replays some logs. Returns the delay until the next refresh.
  package func update() async -> UInt64 {
    let start = Self.now
    let hasChanged = await threads.run { self.list() }
    if hasChanged || latest == nil { await threads.run { self.publish() } }
    let listing = Self.now - start
    guard let replay = views?.replay else { return max(Self.minInterval, listing * 10) }
    let batch = contents.withLock { contents in
      contents.logs.filter(\.isWaiting).prefix(contents.batch).map(\.entry)
    }
    guard !batch.isEmpty else {
      await threads.run { self.cover() }
      return max(Self.minInterval, (Self.now - start) * 10)
    }
    let replayStart = Self.now
    let reports = await replay(batch.map(\.path))
    adapt(to: Self.now - replayStart)
    await threads.run {
      self.store(reports, of: batch)
      self.publish()
    }
    return listing
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

extension FolderOverview {
  /// Lists the folder, and keeps the reports of unchanged logs. Returns whether anything changed.
  private func list() -> Bool {
    let found: Result<[ServedLogs.Entry], ServedLogsError> = Result {
      () throws(ServedLogsError) in try logs.entries()
    }
    return contents.withLock { contents in
      var (entries, message): ([ServedLogs.Entry], String?) = ([], nil)
      switch found {
      case .success(let found): entries = found
      case .failure(let error): message = error.description
      }
      guard entries != contents.logs.map(\.entry) || message != contents.message else {
        return false
      }
      let known = Dictionary(
        contents.logs.map { ($0.entry.path, $0) }, uniquingKeysWith: { first, _ in first })
      contents.logs = entries.map { entry in
        let earlier = known[entry.path].flatMap { $0.entry == entry ? $0 : nil }
        return earlier ?? Known(entry: entry)
      }
      contents.message = message
      return true
    }
  }

  private func store(_ reports: [ReplayReport], of entries: [ServedLogs.Entry]) {
    contents.withLock { contents in
      for (entry, report) in zip(entries, reports) {
        guard let index = contents.logs.firstIndex(where: { $0.entry == entry }) else { continue }
        contents.logs[index].report = report
      }
    }
  }

  private func adapt(to nanoseconds: UInt64) {
    contents.withLock { contents in
      contents.batch =
        nanoseconds > Self.replayTime
        ? max(1, contents.batch / 2) : min(Self.maxBatch, contents.batch * 2)
    }
  }

  /// Adds the coverage of the replayed logs, unless they are those of the current coverage.
  private func cover() {
    let (replayed, isCurrent) = contents.withLock { contents in
      let replayed = contents.logs.filter { $0.report != nil }.map(\.entry)
      return (replayed, replayed == contents.covered)
    }
    guard !isCurrent else { return }
    let coverage = replayed.count > 1 ? CorpusCoverage(of: PathList(replayed.map(\.path))) : nil
    contents.withLock { contents in
      contents.coverage = coverage
      contents.covered = replayed
    }
    publish()
  }

  private func publish() {
    let contents = contents.withLock { $0 }
    let replayed = contents.logs.compactMap { log in
      log.report.map { (report: $0, entry: log.entry) }
    }
    let folder = PageFolder(
      logs: contents.logs.map { log in
        let entry = log.entry
        return PageFolder.Log(
          name: entry.name, page: address(entry.name), bytes: entry.bytes,
          state: entry.isBeingWritten
            ? .beingWritten : log.isWaiting && views?.replay != nil ? .waiting : nil,
          report: log.report)
      },
      overview: PageOverview(
        replayed.map(\.report), sizes: replayed.map(\.entry.bytes),
        names: replayed.map(\.entry.name), coverage: contents.coverage),
      message: contents.message)
    let text = JSONText.line(folder)
    state.withLock { state in
      guard text != state.latest?.text else { return }
      state.latest = Version(number: (state.latest?.number ?? 0) + 1, text: text)
    }
  }
}
