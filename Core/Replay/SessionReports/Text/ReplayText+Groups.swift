import Platform
import RecordCoding
import SessionDocument
import SessionLog
package import SessionReplay

extension ReplayText {
  /// The maximum number of lines in a report of several logs, unless it is verbose.
  package static let screenLines = 36
  /// The maximum number of groups in such a report.
  private static let maxGroups = 10
  /// The maximum number of names after the smallest log of a group.
  private static let maxNames = 3

  /// Returns a block for each cause of failure, and the counts.
  ///
  /// Blocks without enough room on the screen are reduced to the line that names the difference. A
  /// single log always has its own line.
  package func lines(for overview: ReplayOverview) -> [String] {
    let rest = leftOutLines(overview)
    if let only = overview.only { return lines(for: only) + rest }
    return lines(for: overview.groups) + [summary(of: overview.tally)] + rest
  }

  package func lines(for reports: [ReplayReport]) -> [String] {
    lines(for: ReplayOverview(reports))
  }

  private func leftOutLines(_ overview: ReplayOverview) -> [String] {
    guard overview.leftOut > 0 else { return [] }
    let logs = UInt64(overview.leftOut).counted("log")
    return ["stopped at the first failure; \(logs) not replayed"]
  }

  /// Returns the blocks of groups, shortened to fit on a screen.
  func lines(for groups: [ReportGroup]) -> [String] {
    guard !isVerbose else { return groups.flatMap { block(of: $0) } }
    let shown = groups.prefix(Self.maxGroups)
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

  private func lines(of group: ReportGroup, upTo room: Int) -> [String] {
    let block = block(of: group)
    guard block.count > room else { return block }
    guard room > 4, let last = block.last else { return [headline(of: group)] }
    return block.prefix(room - 2) + ["    …", last]
  }

  /// Returns the smallest log of a group in full, between the count and the names of the others.
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
    let names = isVerbose ? others[...] : others.prefix(Self.maxNames)
    let rest = others.count - names.count
    return "the same in \(names.joined(separator: ", "))"
      + (rest > 0 ? " and \(UInt64(rest).counted("more log")), which --verbose names" : "")
  }
}

extension FailureCause {
  /// The description without the verdict.
  fileprivate var details: String { String(description.dropFirst(verdict.count)) }
}
