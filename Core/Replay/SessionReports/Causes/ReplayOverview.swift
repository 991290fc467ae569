package import SessionReplay

/// What is to be said of many replays together, without the reports of those that match.
package struct ReplayOverview: Sendable {
  /// How many logs there are of each verdict.
  package private(set) var tally = ReplayTally()
  /// The only report, while there is only one.
  package private(set) var only: ReplayReport?
  /// The name of the worst verdict, that of the first log which has one of that kind.
  package private(set) var verdict = "match"
  /// The number of logs that were left out, as a replay stopped before them.
  package var leftOut = 0
  private var members = ReportGroups()

  /// Looks over some reports.
  package init(_ reports: some Sequence<ReplayReport> = []) {
    for report in reports { add(report) }
  }

  /// Adds a report.
  package mutating func add(_ report: ReplayReport) {
    if report.verdict.kind > tally.worst { verdict = report.verdict.name }
    tally.add(report)
    members.add(report)
    only = tally.logs == 1 ? report : nil
  }

  /// The logs that fail for the same reason, and matches of which there is something to say.
  package var groups: [ReportGroup] { members.sorted }
}
