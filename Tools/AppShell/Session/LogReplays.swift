import CommandLineKit
import ComposableArchitecture
import Platform
import ReplayCorpus
import SessionLog
import SessionDocument
import SessionReplay
import SessionReports

/// The replays of the logs of a page, with the other data that the page shows about them.
@MainActor
struct LogReplays {
  private(set) var reports: [ReplayReport] = []
  /// The names of the logs: their paths without the folders that all of them have in common.
  let names: [String]
  /// The sizes of the logs in bytes.
  let sizes: [UInt64]
  private(set) var overview = ReplayOverview()
  let coverage: CorpusCoverage?

  /// Replays the logs of a corpus, each in a worker process, with their effects if requested.
  init<App>(of corpus: Corpus, runsEffects: Bool, in shell: Shell<App>) async {
    let bar = shell.progressBar(overLogs: corpus.list.count)
    var reports: [ReplayReport] = []
    await shell.corpusReplay(runsEffects: runsEffects).replayWithEffects(
      corpus.list, with: shell.replayer
    ) { report in
      reports.append(report)
      bar.advance(reports.count)
    }
    bar.remove()
    self.reports = reports
    for report in reports { overview.add(report) }
    let paths = reports.map(\.path)
    names = Self.names(of: paths)
    sizes = paths.map { (try? LogBytes.count(ofLogAt: $0)) ?? 0 }
    coverage = reports.count > 1 ? CorpusCoverage(of: corpus) : nil
  }

  /// The smallest log of each group of failures comes first, then other failures, then the rest.
  var order: [Int] {
    let groups = overview.groups
    var rank: [String: Int] = [:]
    for (index, path) in (groups.compactMap(\.paths.first) + groups.flatMap(\.paths)).enumerated() {
      rank[path] = rank[path] ?? index
    }
    return reports.indices.sorted {
      (rank[reports[$0].path] ?? .max, $0) < (rank[reports[$1].path] ?? .max, $1)
    }
  }

  /// The message about logs without a verified effect, if there are any.
  var unverifiedMessage: String? {
    let logs = reports.filter { $0.effects?.obstacle != nil }
    guard let first = logs.first, let reason = first.effects?.obstacle else { return nil }
    let others = UInt64(logs.count - 1)
    return "the effects of '\(first.path.visible)'"
      + (others > 0 ? " and \(others.counted("other log"))" : "")
      + " are not verified: \(reason)"
  }

  /// The errors of files that aren't logs, or have no readable header.
  private var unreadable: [SessionReadError] {
    reports.compactMap { report in
      guard case .damaged(let log) = report.verdict, log.error.isOfWholeFile else { return nil }
      return log.error
    }
  }

  /// The message about files that aren't logs, if there are any.
  var unreadableMessage: String? {
    let errors = unreadable
    let others = UInt64(max(errors.count - 1, 0))
    return errors.first.map { error in
      error.description.visible
        + (others > 0 ? " The same applies to \(others.counted("other file"))." : "")
    }
  }

  /// The exit code if no file is a log; `nil` if there is something to show.
  var refusal: Int32? {
    let errors = unreadable
    return errors.count == reports.count ? errors.first.map(ExitCode.of) : nil
  }

  private static func names(of paths: [String]) -> [String] {
    let folders = paths.map {
      $0.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    }
    guard var common = folders.first else { return [] }
    for folder in folders {
      common = common.prefix(
        zip(common, folder).prefix { $0 == $1 }.count)
    }
    return paths.map {
      $0.split(separator: "/", omittingEmptySubsequences: false).dropFirst(common.count)
        .joined(separator: "/")
    }
  }
}
