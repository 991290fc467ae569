/// How many logs there are of each verdict, and the sums over all of them.
package struct ReplayTally: Equatable, Sendable {
  /// The number of logs.
  package private(set) var logs = 0
  /// The number of steps that were as recorded.
  package private(set) var verifiedSteps: UInt64 = 0
  /// The number of steps that the logs had lost, in so many gaps.
  package private(set) var lostSteps: UInt64 = 0
  package private(set) var gaps = 0
  /// How many logs end in a step that ended the app when it was recorded, and no longer does.
  package private(set) var survivals = 0
  /// How long the replays took, in microseconds.
  package private(set) var microseconds: UInt64 = 0
  private var counts: [Verdict.Kind: Int] = [:]

  /// Counts some reports.
  package init(_ reports: some Sequence<ReplayReport> = []) {
    for report in reports { add(report) }
  }

  /// Counts one more report.
  package mutating func add(_ report: ReplayReport) {
    logs += 1
    verifiedSteps += report.verifiedSteps
    lostSteps += report.lostSteps
    gaps += report.gapCount
    if report.survivedStep != nil { survivals += 1 }
    microseconds += report.microseconds
    counts[report.verdict.kind, default: 0] += 1
  }

  /// How many logs have a verdict of a kind.
  package func count(of kind: Verdict.Kind) -> Int { counts[kind] ?? 0 }

  /// The worst verdict; no logs at all are a match.
  package var worst: Verdict.Kind { counts.keys.max() ?? .match }
}
