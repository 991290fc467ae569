/// What came of bringing logs up to date, as a person reads it.
package struct UpdateText: Sendable {
  private let paint: Paint

  /// Prepares to print, in colours or without.
  package init(paint: Paint = .none) {
    self.paint = paint
  }

  /// A line for each log, and for several logs how many there are of each kind.
  package func lines(for reports: [UpdateReport]) -> [String] {
    let lines = reports.flatMap { self.lines(for: $0) }
    guard reports.count > 1 else { return lines }
    let counts = ["unchanged", "updated", "refused", "not written"].compactMap { name -> String? in
      let count = reports.count { $0.outcome.name == name }
      return count > 0 ? "\(count) \(name)" : nil
    }
    let logs = UInt64(reports.count).counted("log")
    return lines + ["\(logs): \(counts.joined(separator: ", "))"]
  }

  private func lines(for report: UpdateReport) -> [String] {
    let path = report.path.visible
    switch report.outcome {
    case .unchanged:
      return ["\(path): unchanged"]
    case .updated(let first):
      let change = "\(first.kind.name) first at step \(first.step): \(first.action.visible)"
      return ["\(path): \(paint("updated", as: .warning)); \(change)"]
    case .refused(let verdict):
      let report = ReplayReport(path: report.path, verdict: verdict)
      return ["\(path): \(paint("refused", as: .expected)), the log is as it was:"]
        + ReplayText(paint: paint).reason(for: report)
    case .notWritten(let message):
      let message = message.withoutPath(report.path).visible
      return ["\(path): \(paint("not written", as: .expected)): \(message)"]
    }
  }
}

extension ReplayText {
  /// Why a log was refused, without its path, indented.
  fileprivate func reason(for report: ReplayReport) -> [String] {
    lines(for: report).map { "  \($0.withoutPath(report.path))" }
  }
}

extension UpdateReport.Outcome {
  /// The outcome's name in results.
  package var name: String {
    switch self {
    case .unchanged: "unchanged"
    case .updated: "updated"
    case .refused: "refused"
    case .notWritten: "not written"
    }
  }

  /// The exit code of a process that updated only this log.
  package var kind: Verdict.Kind {
    switch self {
    case .unchanged, .updated: .match
    case .refused(let verdict): verdict.kind
    case .notWritten: .failed
    }
  }
}
