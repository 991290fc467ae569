package import SessionReplay

/// The logs of a replay that fail for the same reason.
package struct ReportGroup: Sendable {
  /// What the logs have in common.
  package let cause: FailureCause
  /// The reports of the logs, the log with the fewest steps first.
  package let reports: [ReplayReport]

  /// The report of the log with the fewest steps.
  package var smallest: ReplayReport { reports[0] }

  /// The kind of the verdict that all logs have.
  package var kind: Verdict.Kind { smallest.verdict.kind }

  /// Groups reports by their causes: the worst verdict first, then the cause of most logs.
  package static func groups(of reports: [ReplayReport]) -> [ReportGroup] {
    var groups: [FailureCause: [ReplayReport]] = [:]
    for report in reports {
      if let cause = FailureCause(report) { groups[cause, default: []].append(report) }
    }
    return groups.map { ReportGroup(cause: $0, reports: $1.sorted(by: isSmaller)) }
      .sorted { one, other in
        if one.kind != other.kind { return one.kind > other.kind }
        if one.reports.count != other.reports.count {
          return one.reports.count > other.reports.count
        }
        return one.smallest.path < other.smallest.path
      }
  }

  private static func isSmaller(_ one: ReplayReport, _ other: ReplayReport) -> Bool {
    (one.stepCount, one.path) < (other.stepCount, other.path)
  }
}
