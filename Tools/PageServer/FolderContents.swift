import ReplayCorpus
import SessionDocument
import SessionReplay
import SessionReports

/// The logs of a folder with the reports of their replays.
struct FolderContents: Sendable {
  private struct Log: Sendable {
    let entry: ServedLogs.Entry
    var report: ReplayReport?
  }

  /// The logs in the order of their names.
  private var logs: [Log] = []
  private var failure: ServedLogsError?
  private var coverage: CorpusCoverage?
  /// The logs that `coverage` covers.
  private var covered: [ServedLogs.Entry] = []
  /// The logs to replay, which were added or changed and are not being written.
  private(set) var waiting: [ServedLogs.Entry] = []

  /// The logs that were replayed.
  var replayed: [ServedLogs.Entry] { logs.filter { $0.report != nil }.map(\.entry) }

  /// Whether all logs are replayed, but `coverage` covers different logs.
  private(set) var needsCoverage = false

  /// Replaces the list of logs, and keeps the reports of unchanged logs. Returns whether anything
  /// changed.
  mutating func update(to listing: ServedLogs.Listing) -> Bool {
    guard listing.failure != failure || listing.entries != logs.map(\.entry) else { return false }
    failure = listing.failure
    let known = Dictionary(
      logs.map { ($0.entry.path, $0) }, uniquingKeysWith: { first, _ in first })
    logs = listing.entries.map { entry in
      known[entry.path].flatMap { $0.entry == entry ? $0 : nil } ?? Log(entry: entry)
    }
    waiting = logs.filter { $0.report == nil && !$0.entry.isBeingWritten }.map(\.entry)
    noteCoverage()
    return true
  }

  /// Stores the reports of waiting logs, except logs that changed in the meantime.
  mutating func store(_ reports: [ReplayReport], of entries: [ServedLogs.Entry]) {
    for (entry, report) in zip(entries, reports) {
      guard let index = logs.firstIndex(where: { $0.entry == entry }) else { continue }
      logs[index].report = report
    }
    waiting.removeAll { entries.contains($0) }
    noteCoverage()
  }

  mutating func store(_ coverage: CorpusCoverage?, of entries: [ServedLogs.Entry]) {
    self.coverage = coverage
    covered = entries
    noteCoverage()
  }

  private mutating func noteCoverage() {
    needsCoverage = waiting.isEmpty && replayed != covered
  }

  /// Returns the contents for the page, with the addresses of the pages of the logs.
  func page(hasReplays: Bool, address: (_ name: String) -> String) -> PageFolder {
    let replayed = logs.compactMap { log in log.report.map { (log.entry, $0) } }
    return PageFolder(
      logs: logs.map { log in
        let isWaiting = hasReplays && log.report == nil
        return PageFolder.Log(
          name: log.entry.name, page: address(log.entry.name), bytes: log.entry.bytes,
          state: log.entry.isBeingWritten ? .beingWritten : isWaiting ? .waiting : nil,
          report: log.report)
      },
      overview: PageOverview(
        replayed.map(\.1), sizes: replayed.map(\.0.bytes), names: replayed.map(\.0.name),
        coverage: coverage),
      message: failure?.description)
  }
}
