import Platform
import RecordCoding
import RecordedValues
import SchemaEvolution
import SessionDocument
import SessionLog

extension ReplayText {
  /// The maximum number of runs of differing steps to list, unless verbose.
  private static let maxRanges = 12

  /// Returns lines with the steps before the divergence, and the number of differing steps.
  func contextLines(for report: ReplayReport) -> [String] {
    var lines: [String] = []
    if !report.context.isEmpty {
      lines.append("  as recorded:")
      lines += report.context.flatMap { StepLine.lines(of: $0) }
        .map { shortened("  \($0.visible)") }
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

  private func rangesText(of differing: DifferingSteps) -> String {
    let shown = isVerbose ? differing.ranges[...] : differing.ranges.prefix(Self.maxRanges)
    let texts = shown.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
    let rest = differing.ranges.dropFirst(shown.count).reduce(differing.unlisted) {
      $0 + UInt64($1.count)
    }
    return texts.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Harmless differences are only counted, unless verbose.
  func fitLines(for report: ReplayReport) -> [String] {
    guard let fit = report.fit, fit.obstacle == nil else { return [] }
    let shown = isVerbose ? fit.lines : (fit.grade == .fine ? [] : fit.blame)
    let rest = UInt64(fit.lines.count - shown.count)
    let title = "  recorded by another version, \(fit.grade.rawValue)"
    let others =
      "\(rest.counted("harmless change"))" + (remedy.map { ", which \($0) lists" } ?? "")
    if shown.isEmpty { return ["\(title)\(rest > 0 ? ": \(others)" : "")"] }
    return ["\(title):"] + shown.map { "    \($0.visible)" }
      + (rest > 0 ? ["    and \(others)"] : [])
  }
}

extension ReplayText {
  func crashLines(_ path: String, _ crash: Crash, _ report: ReplayReport) -> [String] {
    let verdict = paint(crash.isAsRecorded ? "crashes as recorded" : "crashed", as: .expected)
    let cause = crash.causeText
    var lines = ["\(path): \(verdict) \(location(of: crash, in: report))"]
    if let effect = crash.effect { lines.append("  in effect \(effect) of the step") }
    // The runtime's message about a trap is more informative than the signal.
    if let message = crash.message { lines.append("  \(message.visible)") }
    if crash.message == nil || !crash.cause.isTrap { lines.append("  \(cause)") }
    if let line = crash.lastLine { lines.append("  last on standard error: \(line.visible)") }
    lines += crash.frames.map { frame in
      frame.function.hasPrefix("…") ? "    \(frame)" : "    in \(frame.description.visible)"
    }
    return lines + contextLines(for: report)
  }

  /// Returns a line if the recorded app ended in a step that the replayed app finished.
  func survivalLines(for report: ReplayReport) -> [String] {
    guard let step = report.survivedStep else { return [] }
    return ["  the app ended in step \(step) when it was recorded, and not now: the crash is gone"]
  }

  /// Returns a phrase about the lost steps of a log, which follows the number of verified steps.
  func lossText(of report: ReplayReport) -> String {
    lossText(steps: report.lostSteps, gaps: report.gapCount)
  }

  func lossText(steps: UInt64, gaps: Int) -> String {
    steps > 0 ? ", \(steps.counted("step")) lost in \(UInt64(gaps).counted("gap"))" : ""
  }

  private func location(of crash: Crash, in report: ReplayReport) -> String {
    guard crash.step > 0 else { return "outside its steps" }
    let action = crash.action.isEmpty ? "" : ": \(crash.action.visible)"
    return "at step \(crash.step)\(countText(of: report, from: crash.step))\(action)"
  }
}

extension Crash.Cause {
  /// Whether a signal ended the app, usually a trap that the runtime explains.
  fileprivate var isTrap: Bool {
    if case .signal = self { true } else { false }
  }
}
