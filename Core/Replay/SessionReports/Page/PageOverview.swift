package import SessionReplay

/// What is to be said of many logs together, as the page shows it.
package struct PageOverview: Encodable, Sendable {
  /// The logs that fail for the same reason.
  struct Group: Encodable {
    let verdict: String
    let title: String
    let count: Int
    /// The names of the logs, that with the fewest steps first.
    let logs: [String]
  }

  /// A log that took long.
  struct Slow: Encodable {
    let name: String
    let milliseconds: Double
  }

  /// A log of many bytes.
  struct Large: Encodable {
    let name: String
    let bytes: UInt64
    let steps: UInt64
  }

  /// What the logs exercise.
  struct Coverage: Encodable {
    /// Actions, or fields.
    struct Part: Encodable {
      let covered: Int
      let total: Int
      let missing: [String]
    }

    let actions: Part
    let states: Part
  }

  private static let mostShown = 10
  /// Of a group with more logs only so many are named.
  private static let mostNames = 100

  let logs: Int
  let steps: UInt64
  let verdicts: [String: Int]
  let groups: [Group]
  let slowest: [Slow]
  let largest: [Large]
  let coverage: Coverage?

  /// Puts the results of several logs together; `sizes` are those of the logs, in bytes.
  package init(
    _ reports: [ReplayReport], sizes: [UInt64], names: [String], coverage: CorpusCoverage?
  ) {
    let nameOfPath = Dictionary(
      zip(reports.map(\.path), names), uniquingKeysWith: { first, _ in first })
    logs = reports.count
    steps = reports.reduce(0) { $0 + $1.stepCount }
    verdicts = reports.reduce(into: [:]) { $0[$1.verdict.name, default: 0] += 1 }
    groups = ReportGroup.groups(of: reports).map { group in
      Group(
        verdict: group.smallest.verdict.name, title: group.cause.description, count: group.count,
        logs: group.paths.prefix(Self.mostNames).map { nameOfPath[$0] ?? $0 })
    }
    slowest = reports.indices.sorted { reports[$0].microseconds > reports[$1].microseconds }
      .prefix(Self.mostShown)
      .map { Slow(name: names[$0], milliseconds: Double(reports[$0].microseconds) / 1000) }
    largest = reports.indices.sorted { sizes[$0] > sizes[$1] }
      .prefix(Self.mostShown)
      .map { Large(name: names[$0], bytes: sizes[$0], steps: reports[$0].stepCount) }
    self.coverage = coverage.flatMap(Coverage.init)
  }
}

extension PageOverview.Coverage {
  /// Counts what is covered; `nil` if no log says what there is.
  fileprivate init?(_ coverage: CorpusCoverage) {
    guard let paths = coverage.paths else { return nil }
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
