package import SessionReplay

/// The logs of a replay that fail for the same reason.
package struct ReportGroup: Sendable {
  /// What the logs have in common.
  package let cause: FailureCause
  /// The report of the log with the fewest steps.
  package let smallest: ReplayReport
  /// The paths of the logs, the log with the fewest steps first.
  package let paths: [String]

  /// How many logs there are.
  package var count: Int { paths.count }

  /// The kind of the verdict that all logs have.
  package var kind: Verdict.Kind { smallest.verdict.kind }

  /// Groups reports by their causes: the worst verdict first, then the cause of most logs.
  package static func groups(of reports: [ReplayReport]) -> [ReportGroup] {
    var groups = ReportGroups()
    for report in reports { groups.add(report) }
    return groups.sorted
  }
}

/// The groups of reports that come one by one, of which only the smallest of a group is kept whole.
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

  /// Begins without a report.
  package init() {}

  /// Adds a report, unless it is a match of which there is nothing to say.
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

  /// The groups: the worst verdict first, then the cause of most logs.
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
