package import ReplayCorpus
import SessionDocument
package import SessionReplay

/// A summary of the replays of many logs, for the page with the list of the logs.
package struct PageOverview: Encodable, Sendable {
  struct Group: Encodable {
    let verdict: String
    let title: String
    let count: Int
    /// The names of the logs, beginning with the log that has the fewest steps.
    let logs: [String]
  }

  struct Slow: Encodable {
    let name: String
    let milliseconds: Double
  }

  struct Large: Encodable {
    let name: String
    let bytes: UInt64
    let steps: UInt64
  }

  struct Coverage: Encodable {
    struct Part: Encodable {
      let covered: Int
      let total: Int
      let missing: [String]
    }

    let actions: Part
    let states: Part
  }

  private static let maxShown = 10
  /// The maximum number of names listed for a group.
  private static let maxNames = 100

  let groups: [Group]
  let slowest: [Slow]
  let largest: [Large]
  let coverage: Coverage?

  /// Creates the summary of several logs; `sizes` are the logs' sizes in bytes.
  package init(
    _ reports: [ReplayReport], sizes: [UInt64], names: [String], coverage: CorpusCoverage?
  ) {
    let nameOfPath = Dictionary(
      zip(reports.map(\.path), names), uniquingKeysWith: { first, _ in first })
    groups = ReportGroup.groups(of: reports).map { group in
      Group(
        verdict: group.smallest.verdict.name, title: group.cause.description, count: group.count,
        logs: group.paths.prefix(Self.maxNames).map { nameOfPath[$0] ?? $0 })
    }
    slowest = reports.indices.sorted { reports[$0].microseconds > reports[$1].microseconds }
      .prefix(Self.maxShown)
      .map { Slow(name: names[$0], milliseconds: Double(reports[$0].microseconds) / 1000) }
    largest = reports.indices.sorted { sizes[$0] > sizes[$1] }
      .prefix(Self.maxShown)
      .map { Large(name: names[$0], bytes: sizes[$0], steps: reports[$0].stepCount) }
    self.coverage = coverage.flatMap(Coverage.init)
  }
}

extension PageOverview.Coverage {
  /// Creates the counts. Returns `nil` if no log lists the app's actions and fields, or if the logs
  /// are of several apps.
  fileprivate init?(_ coverage: CorpusCoverage) {
    guard coverage.apps.count == 1, let paths = coverage.paths else { return nil }
    actions = Part(of: paths.actions, missing: coverage.missingActions)
    states = Part(of: paths.fields, missing: coverage.missingFields)
  }
}

extension PageOverview.Coverage.Part {
  fileprivate init(of all: [String], missing: [String]) {
    total = all.count
    covered = all.count - missing.count
    self.missing = missing
  }
}
