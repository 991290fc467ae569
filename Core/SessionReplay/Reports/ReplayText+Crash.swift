import RecordCoding

extension ReplayText {
  /// Where the app ended, why, and in which of its functions.
  func crashLines(_ path: String, _ crash: Crash, _ report: ReplayReport) -> [String] {
    let verdict = paint(crash.isAsRecorded ? "crashes as recorded" : "crashed", as: .expected)
    let cause = crash.cause.description
    var lines = ["\(path): \(verdict) \(place(of: crash, in: report))"]
    // What the runtime says of a trap says more than the signal.
    if let message = crash.message { lines.append("  \(message.visible)") }
    if crash.message == nil || !crash.cause.isTrap { lines.append("  \(cause)") }
    if let line = crash.lastLine { lines.append("  last on standard error: \(line.visible)") }
    lines += crash.frames.map { $0.hasPrefix("…") ? "    \($0)" : "    in \($0.visible)" }
    return lines + contextLines(for: report)
  }

  /// That a step in which the app ended when it was recorded has run to its end.
  func survivalLines(for report: ReplayReport) -> [String] {
    guard let step = report.survivedStep else { return [] }
    return ["  the app ended in step \(step) when it was recorded, and not now: the crash is gone"]
  }

  /// The steps that a log lacks, behind the number of those that were verified.
  func lossText(of report: ReplayReport) -> String {
    lossText(steps: report.lostSteps, gaps: report.gapCount)
  }

  /// The steps that logs lack, behind the number of those that were verified.
  func lossText(steps: UInt64, gaps: Int) -> String {
    steps > 0 ? ", \(steps.counted("step")) lost in \(UInt64(gaps).counted("gap"))" : ""
  }

  private func place(of crash: Crash, in report: ReplayReport) -> String {
    guard crash.step > 0 else { return "outside its steps" }
    let action = crash.action.isEmpty ? "" : ": \(crash.action.visible)"
    return "at step \(crash.step)\(countText(of: report, from: crash.step))\(action)"
  }
}

extension Crash.Cause {
  /// Whether the runtime ended the app, and says why.
  fileprivate var isTrap: Bool {
    if case .signal = self { true } else { false }
  }
}
