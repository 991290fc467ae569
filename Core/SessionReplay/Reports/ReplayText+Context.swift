import RecordCoding
import RecordSchema

extension ReplayText {
  /// The runs of differing steps that are listed if not all are asked for.
  private static let mostRanges = 12

  /// The steps that led to the divergence, and how many steps differ.
  func contextLines(for report: ReplayReport) -> [String] {
    var lines: [String] = []
    if !report.context.isEmpty {
      lines += ["  as recorded:"] + report.context.map { shortened("  \($0.visible)") }
    }
    guard let differing = report.differing else { return lines }
    lines.append(
      "  of \(report.stepCount.counted("step")) \(differing.count) differ, each from its recorded "
        + "state: \(rangesText(of: differing))")
    guard isVerbose else { return lines }
    for divergence in differing.first {
      lines.append(
        "  \(divergence.name) at step \(divergence.step): \(divergence.action.visible)")
      lines += self.lines(for: divergence)
    }
    let rest = differing.count - UInt64(differing.first.count)
    if rest > 0 { lines.append("  … and \(rest.counted("step")) more") }
    return lines
  }

  /// The numbers of the steps that differ: `2, 5 to 9`.
  private func rangesText(of differing: DifferingSteps) -> String {
    let shown = isVerbose ? differing.ranges[...] : differing.ranges.prefix(Self.mostRanges)
    let texts = shown.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
    let rest = differing.ranges.dropFirst(shown.count).reduce(differing.unlisted) {
      $0 + UInt64($1.count)
    }
    return texts.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// How the types of the log differ from today's; what does no harm is counted, if not all is
  /// asked for.
  func fitLines(for report: ReplayReport) -> [String] {
    guard let fit = report.fit, fit.obstacle == nil else { return [] }
    let shown = isVerbose ? fit.lines : (fit.grade == .fine ? [] : fit.blame)
    let rest = UInt64(fit.lines.count - shown.count)
    let title = "  recorded by another version, \(fit.grade.rawValue)"
    let others = "\(rest.counted("change")) that do no harm, which --verbose lists"
    if shown.isEmpty { return ["\(title)\(rest > 0 ? ": \(others)" : "")"] }
    return ["\(title):"] + shown.map { "    \($0.visible)" }
      + (rest > 0 ? ["    and \(others)"] : [])
  }
}
