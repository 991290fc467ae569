package import SessionReplay

/// A summary of many replays that doesn't keep the reports of matches.
package struct ReplayOverview: Sendable {
  package private(set) var tally = ReplayTally()
  package private(set) var only: ReplayReport?
  /// The name of the worst verdict; ties are decided by the first log.
  package private(set) var verdict = "match"
  /// The number of logs that weren't replayed because the replay stopped before them.
  package var leftOut = 0
  private var members = ReportGroups()

  package init(_ reports: some Sequence<ReplayReport> = []) {
    for report in reports { add(report) }
  }

  package mutating func add(_ report: ReplayReport) {
    if report.verdict.kind > tally.worst { verdict = report.verdict.name }
    tally.add(report)
    members.add(report)
    only = tally.logs == 1 ? report : nil
  }

  package var groups: [ReportGroup] { members.sorted }
}
