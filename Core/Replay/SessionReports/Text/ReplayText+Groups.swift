import RecordCoding
package import SessionReplay

extension ReplayText {
  /// The lines that a report of several logs has at most, if not all is asked for.
  package static let screenLines = 36
  /// The groups of which something is said in it.
  private static let mostGroups = 10
  /// The logs that are named behind the smallest of a group.
  private static let mostNames = 3

  /// The lines about several logs: a block for those that fail for the same reason, and how many
  /// there are of each kind; a single log has its line in any case.
  ///
  /// The report fits on a screen: where there is no room for a whole block, the line remains that
  /// says what differs.
  package func lines(for overview: ReplayOverview) -> [String] {
    let rest = leftOutLines(overview)
    if let only = overview.only { return lines(for: only) + rest }
    return lines(for: overview.groups) + [summary(of: overview.tally)] + rest
  }

  /// The same of reports that are at hand.
  package func lines(for reports: [ReplayReport]) -> [String] {
    lines(for: ReplayOverview(reports))
  }

  private func leftOutLines(_ overview: ReplayOverview) -> [String] {
    guard overview.leftOut > 0 else { return [] }
    let logs = UInt64(overview.leftOut).counted("log")
    return ["stopped at the first failure; \(logs) not replayed"]
  }

  /// The blocks of groups, as many and as long as fit on a screen.
  func lines(for groups: [ReportGroup]) -> [String] {
    guard !isVerbose else { return groups.flatMap { block(of: $0) } }
    let shown = groups.prefix(Self.mostGroups)
    var room = Self.screenLines - 1
    if shown.count < groups.count { room -= 1 }
    var lines: [String] = []
    let brief = brief
    for (index, group) in shown.enumerated() {
      let rest = shown.count - index - 1
      lines += brief.lines(of: group, upTo: room - lines.count - rest)
    }
    return lines + restLines(groups.dropFirst(shown.count))
  }

  private func restLines(_ groups: ArraySlice<ReportGroup>) -> [String] {
    guard !groups.isEmpty else { return [] }
    let logs = UInt64(groups.reduce(0) { $0 + $1.count }).counted("log")
    return ["… and \(UInt64(groups.count).counted("more reason")) in \(logs), with --verbose"]
  }

  /// The block of a group, or as much of it as there is room for, and at least one line.
  private func lines(of group: ReportGroup, upTo room: Int) -> [String] {
    let block = block(of: group)
    guard block.count > room else { return block }
    guard room > 4, let last = block.last else { return [headline(of: group)] }
    return block.prefix(room - 2) + ["    …", last]
  }

  /// The smallest log of a group in full, below the number of logs and above the names of others.
  private func block(of group: ReportGroup) -> [String] {
    let lines = lines(for: group.smallest)
    guard group.count > 1 else { return lines }
    return [headline(of: group)] + lines + ["  \(othersLine(of: group))"]
  }

  private func headline(of group: ReportGroup) -> String {
    let logs = UInt64(group.count).counted("log")
    let role: Paint.Role = group.kind == .match ? .warning : .expected
    let name = group.count == 1 ? group.smallest.path.visible : logs
    return "\(name): \(paint(group.cause.verdict, as: role))\(shortened(group.cause.details))"
  }

  private func othersLine(of group: ReportGroup) -> String {
    let others = group.paths.dropFirst().map(\.visible)
    let names = isVerbose ? others[...] : others.prefix(Self.mostNames)
    let rest = others.count - names.count
    return "the same in \(names.joined(separator: ", "))"
      + (rest > 0 ? " and \(UInt64(rest).counted("more log")), which --verbose names" : "")
  }
}

extension FailureCause {
  /// The cause behind its verdict.
  fileprivate var details: String { String(description.dropFirst(verdict.count)) }
}
