import Platform
package import ReplayCorpus
import SessionDocument
import SessionLog
package import SessionReplay

package struct UpdateText: Sendable {
  /// The maximum number of names listed for the logs of a different version.
  private static let maxNames = 3

  private let paint: Paint
  private let isVerbose: Bool

  package init(paint: Paint = .none, isVerbose: Bool = false) {
    self.paint = paint
    self.isVerbose = isVerbose
  }

  /// Returns a block for each cause of a planned update or refusal, then the logs left alone.
  package func lines(for plan: UpdatePlan) -> [String] {
    let text = ReplayText(paint: paint, isVerbose: isVerbose)
    var lines = text.lines(for: ReportGroup.groups(of: plan.pending))
    for group in ReportGroup.groups(of: plan.refused) {
      lines += refusalLines(group.smallest, others: group.count - 1)
    }
    for report in plan.reports { lines += callLines(report) }
    return lines + otherVersionLines(plan.reports)
  }

  /// Returns the failures that `plan` doesn't include, and the number of logs with each outcome.
  package func lines(for reports: [UpdateReport], after plan: UpdatePlan? = nil) -> [String] {
    let known = Set(plan?.refused.map(\.path) ?? [])
    var lines: [String] = []
    for report in reports {
      switch report.outcome {
      case .refused(let verdict) where !known.contains(report.path):
        lines += refusalLines(ReplayReport(path: report.path, verdict: verdict))
      case .notWritten(let message):
        let message = message.withoutPath(report.path).visible
        lines.append("\(report.path.visible): \(paint("not written", as: .expected)): \(message)")
      case .updated:
        if let reason = report.lostCalls {
          lines.append(
            "\(report.path.visible): the new log has no calls of effects: \(reason.visible)")
        }
      case .refused, .unchanged, .pending, .otherVersion: break
      }
    }
    return lines + [summary(of: reports)]
  }

  private func summary(of reports: [UpdateReport]) -> String {
    if reports.count == 1, let only = reports.first {
      return "\(only.path.visible): \(only.outcome.name)"
    }
    let names = [
      "unchanged", "to be updated", "updated", "refused", "not written", "other version",
    ]
    let counts = names.compactMap { name -> String? in
      let count = reports.count { $0.outcome.name == name }
      return count > 0 ? "\(count) \(name)" : nil
    }
    return "\(UInt64(reports.count).counted("log")): \(counts.joined(separator: ", "))"
  }

  private func refusalLines(_ report: ReplayReport, others: Int = 0) -> [String] {
    let more = others > 0 ? " and \(UInt64(others).counted("other log")) alike" : ""
    return [
      "\(report.path.visible)\(more): \(paint("refused", as: .expected)), the log is unchanged:"
    ] + ReplayText(paint: paint).reason(for: report) + remedyLines(report)
  }

  private func remedyLines(_ report: ReplayReport) -> [String] {
    switch report.verdict.divergence?.kind {
    case .call: ["  the log has no answer for what the effect does now; record the session again"]
    case .sender: ["  the effect no longer sends this step; record the session again"]
    default: []
    }
  }

  /// The maximum number of changed calls listed for a log.
  private static let maxCalls = 10

  private func callLines(_ report: UpdateReport) -> [String] {
    let calls = report.changedCalls
    guard !calls.isEmpty else { return [] }
    let shown = isVerbose ? calls[...] : calls.prefix(Self.maxCalls)
    let rest = UInt64(calls.count - shown.count)
    return [
      "\(report.path.visible): \(UInt64(calls.count).counted("call")) would change, with the "
        + "recorded answers:"
    ] + shown.map { "  \($0.description.visible)" }
      + (rest > 0 ? ["  … \(rest.counted("more call")), which --verbose prints"] : [])
  }

  private func otherVersionLines(_ reports: [UpdateReport]) -> [String] {
    var versions: [String: [String]] = [:]
    for report in reports {
      guard case .otherVersion(let version, _) = report.outcome else { continue }
      versions[version, default: []].append(report.path.visible)
    }
    return versions.sorted { $0.key < $1.key }.flatMap { version, paths in
      let names = isVerbose ? paths[...] : paths.prefix(Self.maxNames)
      let rest = paths.count - names.count
      return [
        "\(UInt64(paths.count).counted("log")) recorded by \(version.visible): "
          + "\(paint("unchanged", as: .warning)); to update one, name the log itself:",
        "  \(names.joined(separator: ", "))"
          + (rest > 0 ? " and \(UInt64(rest).counted("more log")), which --verbose names" : ""),
      ]
    }
  }
}

extension ReplayText {
  fileprivate func reason(for report: ReplayReport) -> [String] {
    lines(for: report).map { "  \($0.withoutPath(report.path))" }
  }
}

extension UpdateReport.Outcome {
  package var name: String {
    switch self {
    case .unchanged: "unchanged"
    case .pending: "to be updated"
    case .updated: "updated"
    case .otherVersion: "other version"
    case .refused: "refused"
    case .notWritten: "not written"
    }
  }

  /// The verdict that determines the exit code of a process that updates only this log.
  package var kind: Verdict.Kind {
    switch self {
    case .unchanged, .updated: .match
    case .pending, .otherVersion: .diverged
    case .refused(let verdict): verdict.kind
    case .notWritten: .failed
    }
  }
}
