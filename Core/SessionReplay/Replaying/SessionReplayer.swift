import ComposableArchitecture
package import RecordCoding
import SessionLog

/// Replays the logs of an app: feeds the recorded actions to its reducer, and verifies every step.
///
/// Effects are not run; what they sent is in the log. Values that a reducer draws from recorded
/// dependencies are answered from the log.
package struct SessionReplayer<State: Recordable, Action: Recordable>: Sendable {
  private let app: ReplayedApp<State, Action>
  private let header: SessionHeader

  /// Prepares to replay logs of an app.
  package init(_ app: ReplayedApp<State, Action>) {
    self.app = app
    header = SessionHeader(
      app: app.identity, state: State.self, action: Action.self, dependencies: app.dependencies,
      recorded: "")
  }

  /// Replays a log up to the first step that differs.
  package func replay(path: String) -> ReplayReport {
    let reader: SessionReader
    do throws(SessionReadError) {
      reader = try SessionReader(path: path)
    } catch {
      return ReplayReport(path: path, verdict: Self.verdict(of: error))
    }
    var report = ReplayReport(
      path: path, verdict: .match, stepCount: reader.log.stepCount,
      lostSteps: reader.log.lostSteps)
    do throws(Incompatibility) {
      var run = try run(over: reader)
      report.verdict = Self.verdict(of: &run, reader)
      report.verifiedSteps = run.matchedSteps
    } catch {
      report.verdict = .incompatible(error)
    }
    return report
  }

  /// Prepares a run over a log, if the log is of this app and its types.
  func run(over reader: SessionReader) throws(Incompatibility) -> ReplayRun<State, Action> {
    let kinds = try header.match(reader.header)
    return ReplayRun(app: app, reader: reader, kinds: kinds)
  }

  /// The header that a log of this app has, made anew from an older one.
  func header(renewing old: SessionHeader) -> SessionHeader {
    var new = header
    new.recorded = old.recorded
    return new
  }

  private static func verdict(of error: SessionReadError) -> Verdict {
    switch error {
    case .log(.newerVersion), .log(.unknownFeature): .incompatible(.format(error))
    case .log, .badHeader, .badBlock: .damaged(error, nil)
    }
  }

  private static func verdict(
    of run: inout ReplayRun<State, Action>, _ reader: SessionReader
  ) -> Verdict {
    do throws(SessionReadError) {
      try run.proceed { _ in false }
    } catch {
      return .damaged(error, run.divergence)
    }
    if case .damaged(let damage) = reader.log.state {
      return .damaged(.log(.damaged(path: reader.log.path, damage: damage)), run.divergence)
    }
    return run.divergence.map(Verdict.diverged) ?? .match
  }
}

extension SessionHeader {
  /// Compares the header of this app with that of a log.
  ///
  /// Returns, for each of the log's dependencies, the place of the app's.
  fileprivate func match(_ log: SessionHeader) throws(Incompatibility) -> [Int] {
    guard log.app == app else { throw .otherApp(expected: app, found: log.app) }
    if let difference = SchemaDifference.first(from: log.schema, log.state, to: schema, state) {
      throw .state(difference)
    }
    if let difference = SchemaDifference.first(from: log.schema, log.action, to: schema, action) {
      throw .action(difference)
    }
    var kinds: [Int] = []
    for draw in log.draws {
      guard
        let kind = draws.firstIndex(where: { $0.name == draw.name }),
        SchemaDifference.first(from: log.schema, draw.type, to: schema, draws[kind].type) == nil
      else { throw .draws(name: draw.name) }
      kinds.append(kind)
    }
    return kinds
  }
}
