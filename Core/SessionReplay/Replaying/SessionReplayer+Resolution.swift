import RecordCoding
import SessionLog

extension SessionReplayer {
  /// How well a log fits today's types; `nil` if it is recorded as they are.
  package func fit(of reader: SessionReader) throws(Incompatibility) -> SchemaFit? {
    try resolution(of: reader)?.fit(of: reader)
  }

  /// Replays a log of other types than today's.
  func replay(
    _ reader: SessionReader, by resolution: SessionResolution, into report: inout ReplayReport
  ) {
    let fit = resolution.fit(of: reader)
    report.fit = fit
    if let obstacle = fit.obstacle {
      report.verdict = .incompatible(obstacle)
      return
    }
    do throws(ReplayStop) {
      var run = try ReplayStop.unreadable { () throws(SessionReadError) in
        try ResolvedRun(app: app, reader: reader, resolution: resolution)
      }
      do throws(ReplayStop) {
        try run.proceed { $0 == nil }
        report.verdict = run.divergence.map(Verdict.diverged) ?? .match
      } catch {
        report.verdict = Self.verdict(of: error, after: run.divergence)
      }
      report.verifiedSteps = run.matchedSteps
      report.survivedStep = run.survivedStep
    } catch {
      report.verdict = Self.verdict(of: error, after: nil)
    }
    if case .damaged(let damage) = reader.log.state, report.verdict.kind < .incompatible {
      report.verdict = .damaged(
        .log(.damaged(path: reader.log.path, damage: damage)), report.verdict.divergence)
    }
  }

  /// Adds the steps around a divergence to the report and, if wanted, how many steps differ.
  func explain(
    _ divergence: Divergence, in reader: SessionReader, _ report: inout ReplayReport
  ) {
    report.describe(StepContext(around: divergence.step, in: reader))
    report.otherVersion = otherVersion(of: reader.header, report.fit)
    // What a step should have led to is only known of a log that has each change.
    guard keepsGoing, reader.header.level == .steps else { return }
    var differing = DifferingSteps()
    do {
      let resolution = SessionResolution(from: reader.header, to: SessionTypes(of: app))
      var run = try ResolvedRun(
        app: app, reader: reader, resolution: resolution, after: divergence.step - 1,
        followsLog: true)
      // Of a log that ends in damage, the steps before are counted.
      defer { report.differing = differing }
      try run.proceed { found in
        if let found { differing.append(found) }
        return true
      }
    } catch {
      // What is wrong with the log is in the verdict.
    }
  }

  /// The version that recorded a log, in words, if it is not this one.
  private func otherVersion(of log: SessionHeader, _ fit: SchemaFit?) -> String? {
    if log.appVersion != app.identity.version { return "version \(log.appVersion)" }
    return fit == nil ? nil : "a build with other types"
  }

  private static func verdict(of stop: ReplayStop, after divergence: Divergence?) -> Verdict {
    switch stop {
    case .unreadable(let error): .damaged(error, divergence)
    case .incompatible(let reason): .incompatible(reason)
    }
  }
}
