package import SessionReplay

package struct ReportGroup: Sendable {
  package let cause: FailureCause
  /// The report of the log with the fewest steps.
  package let smallest: ReplayReport
  /// The paths of the logs, beginning with the log that has the fewest steps.
  package let paths: [String]

  package var count: Int { paths.count }

  package var kind: Verdict.Kind { smallest.verdict.kind }

  /// Returns groups of reports by cause: the worst verdict first, then the largest group.
  package static func groups(of reports: [ReplayReport]) -> [ReportGroup] {
    var groups = ReportGroups()
    for report in reports { groups.add(report) }
    return groups.sorted
  }
}

/// A collector that groups reports by cause, and keeps only the smallest report of each group.
package struct ReportGroups: Sendable {
  private struct Members {
    var smallest: ReplayReport
    var logs: [Member]
  }

  private struct Member {
    let steps: UInt64
    let path: String

    static func isSmaller(_ one: Member, _ other: Member) -> Bool {
      (one.steps, one.path) < (other.steps, other.path)
    }
  }

  private var members: [FailureCause: Members] = [:]

  package init() {}

  /// Adds a report, unless it is a match without remarks.
  package mutating func add(_ report: ReplayReport) {
    guard let cause = FailureCause(report) else { return }
    let member = Member(steps: report.stepCount, path: report.path)
    guard let group = members[cause] else {
      members[cause] = Members(smallest: report, logs: [member])
      return
    }
    let known = Member(steps: group.smallest.stepCount, path: group.smallest.path)
    if Member.isSmaller(member, known) { members[cause]?.smallest = report }
    members[cause]?.logs.append(member)
  }

  package var sorted: [ReportGroup] {
    members.map { cause, members in
      ReportGroup(
        cause: cause, smallest: members.smallest,
        paths: members.logs.sorted(by: Member.isSmaller).map(\.path))
    }
    .sorted { one, other in
      if one.kind != other.kind { return one.kind > other.kind }
      if one.count != other.count { return one.count > other.count }
      return one.smallest.path < other.smallest.path
    }
  }
}
