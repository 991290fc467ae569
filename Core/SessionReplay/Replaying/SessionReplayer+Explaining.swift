extension SessionReplayer {
  /// Adds to a report the steps that lead to a divergence, and which other version recorded it.
  func explain(
    _ divergence: Divergence, in reader: SessionReader, _ report: inout ReplayReport
  ) {
    report.describe(StepContext(around: divergence.step, in: reader))
    if reader.header.appVersion != app.identity.version {
      report.otherVersion = "version \(reader.header.appVersion)"
    } else if report.fit != nil {
      report.otherVersion = "a build with other types"
    }
  }
}
