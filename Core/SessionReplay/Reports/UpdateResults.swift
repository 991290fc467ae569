/// What came of bringing logs up to date, for machines: what `replay --update --json` prints.
package struct UpdateResults: Encodable, Sendable {
  struct Log: Encodable {
    let path: String
    let outcome: String
    var divergence: ReplayResults.Step?
    var message: String?
  }

  let exitCode: Int32
  let logs: [Log]

  /// Puts the results of several logs together.
  package init(_ reports: [UpdateReport], exitCode: Int32) {
    self.exitCode = exitCode
    logs = reports.map { report in
      var log = Log(path: report.path, outcome: report.outcome.name)
      switch report.outcome {
      case .unchanged: break
      case .updated(let divergence), .refused(.diverged(let divergence)):
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
