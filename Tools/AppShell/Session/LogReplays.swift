import ComposableArchitecture
import SessionLog
import SessionReplay
import SessionReports

/// The logs of a page, what came of their replays, and what else it says of them.
@MainActor
struct LogReplays {
  /// The reports of the logs, in their order.
  private(set) var reports: [ReplayReport] = []
  /// What the logs are called: their paths without what these begin with alike.
  let names: [String]
  /// How many bytes the logs have.
  let sizes: [UInt64]
  private(set) var overview = ReplayOverview()
  /// What several logs of one app exercise.
  let coverage: CorpusCoverage?

  /// Replays the logs of a corpus, each in a worker process.
  init<App>(of corpus: Corpus, in shell: Shell<App>) {
    let replay = ReplayVerb().corpusReplay(shell)
    reports = shell.withProgress(over: corpus) { progress in
      replay.replay(corpus, with: shell.replayer, progress: progress)
    }
    for report in reports { overview.add(report) }
    let paths = reports.map(\.path)
    names = Self.names(of: paths)
    sizes = paths.map { (try? LogBytes.count(ofLogAt: $0)) ?? 0 }
    guard reports.count > 1 else {
      coverage = nil
      return
    }
    let found = CorpusCoverage(of: corpus)
    coverage = found.apps.count == 1 ? found : nil
  }

  /// The positions of the logs, those first that a person looks at first: of each group of failures the
  /// smallest, then the other failures, then the rest.
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
