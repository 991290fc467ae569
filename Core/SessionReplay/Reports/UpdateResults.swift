/// What came of bringing logs up to date, for machines: what `replay --update --json` prints.
package struct UpdateResults: Encodable, Sendable {
  struct Log: Encodable {
    let path: String
    let outcome: String
    var divergence: ReplayResults.Step?
    var message: String?
  }

  let exitCode: Int32
  let groups: [ReplayResults.Group]
  let logs: [Log]

  /// Puts the results of several logs together, with the reasons why they differ.
  package init(_ reports: [UpdateReport], groups: [ReportGroup], exitCode: Int32) {
    self.exitCode = exitCode
    self.groups = groups.map { ReplayResults.Group($0) }
    logs = reports.map { report in
      var log = Log(path: report.path, outcome: report.outcome.name)
      switch report.outcome {
      case .unchanged: break
      case .otherVersion(let version, let divergence):
        log.divergence = ReplayResults.Step(divergence)
        log.message = "recorded by \(version)"
      case .pending(let divergence), .updated(let divergence),
        .refused(.diverged(let divergence)):
        log.divergence = ReplayResults.Step(divergence)
      case .refused(let verdict):
        log.message = ReplayText().lines(for: ReplayReport(path: report.path, verdict: verdict))
          .joined(separator: "\n")
      case .notWritten(let message): log.message = message
      }
      return log
    }
  }
}
