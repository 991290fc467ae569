import ComposableArchitecture
package import RecordCoding
import SessionLog

/// Replays the logs of an app: feeds the recorded actions to its reducer, and verifies every step.
///
/// Effects are not run; what they sent is in the log. Values that a reducer draws from recorded
/// dependencies are answered from the log.
package struct SessionReplayer<State: Recordable, Action: Recordable>: Sendable {
  let app: ReplayedApp<State, Action>
  private let header: SessionHeader
  /// Whether a replay goes on after the first step that differs, from the recorded state, to count
  /// how many differ.
  package var keepsGoing = false
  /// Whether a log that has lost steps is as bad as a damaged one.
  package var isStrict = false
  /// Told of every step that is read or reduced, if somebody watches.
  var progress: StepProgress?
  /// What is kept from one log to the next, if all are replayed on one thread.
  var reuse: ReplayReuse<State, Action>?

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
      reader = try open(path)
    } catch {
      return ReplayReport(path: path, verdict: Self.verdict(of: error))
    }
    var report = ReplayReport(path: path, verdict: .match)
    report.describe(reader)
    do throws(Incompatibility) {
      if let resolution = try resolution(of: reader) {
        replay(reader, by: resolution, into: &report)
      } else {
        var run = try run(over: reader)
        report.verdict = Self.verdict(of: &run, reader)
        report.verifiedSteps = run.matchedSteps
        report.survivedStep = run.survivedStep
      }
    } catch {
      report.verdict = .incompatible(error)
    }
    if case .match = report.verdict {
      reuse?.endMatch()
      // All else has been read by now.
      if let damage = reader.log.headerCopyDamage() {
        report.verdict = .damaged(.log(.damaged(path: path, damage: damage)), nil)
      }
    }
    if isStrict { report.refuseGaps() }
    if let divergence = report.verdict.divergence { explain(divergence, in: reader, &report) }
    return report
  }

  /// Opens a log, of which each step is told to whoever watches.
  func open(_ path: String) throws(SessionReadError) -> SessionReader {
    var reader = try SessionReader(path: path)
    reader.progress = progress
    return reader
  }

  /// How the values of a log are made into today's, or `nil` if they are recorded alike.
  func resolution(of reader: SessionReader) throws(Incompatibility) -> SessionResolution? {
    guard reader.header.app == header.app else {
      throw .otherApp(expected: header.app, found: reader.header.app)
    }
    let (version, logVersion) = (header.typesVersion, reader.header.typesVersion)
    guard logVersion <= version else {
      throw .newerTypes(expected: version, found: logVersion)
    }
    let chain = MigrationChain(of: app.migrations, from: logVersion, to: version)
    if chain == nil, kinds(of: reader.header) != nil { return nil }
    return SessionResolution(from: reader.header, to: SessionTypes(of: app))
  }

  private func kinds(of log: SessionHeader) -> [Int]? {
    guard let reuse else { return header.kinds(of: log) }
    return reuse.kinds(of: log) { header.kinds(of: log) }
  }

  private func readsSupplements(of log: SessionHeader) -> Bool {
    guard let reuse else { return header.readsSupplements(of: log) }
    return reuse.readsSupplements(of: log) { header.readsSupplements(of: log) }
  }

  /// Prepares a run over a log whose types are recorded as this app's.
  func run(over reader: SessionReader) throws(Incompatibility) -> ReplayRun<State, Action> {
    guard let kinds = kinds(of: reader.header) else {
      preconditionFailure("a log of other types must be resolved")
    }
    return ReplayRun(
      app: reuse?.takeReducer() ?? PreparedReducer(app), reader: reader, kinds: kinds,
      readsSupplements: readsSupplements(of: reader.header), reuse: reuse)
  }

  /// The header that a log of this app has, made anew from an older one.
  func header(renewing old: SessionHeader) -> SessionHeader {
    var new = header
    new.recorded = old.recorded
    new.level = old.level
    return new
  }

  static func verdict(of error: SessionReadError) -> Verdict {
    switch error {
    case .log(.newerFormat): .incompatible(.format(error))
    case .log, .badHeader, .badBlock, .lostSteps: .damaged(error, nil)
    }
  }

  static func verdict(
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
  /// For each of a log's dependencies the place of the app's, or `nil` if a type of the log is
  /// recorded otherwise than today's.
  fileprivate func kinds(of log: SessionHeader) -> [Int]? {
    guard SchemaDifference.first(from: log.schema, log.state, to: schema, state) == nil,
      SchemaDifference.first(from: log.schema, log.action, to: schema, action) == nil
    else { return nil }
    var kinds: [Int] = []
    for draw in log.draws {
      guard
        let kind = draws.firstIndex(where: { $0.name == draw.name }),
        SchemaDifference.first(from: log.schema, draw.type, to: schema, draws[kind].type) == nil
      else { return nil }
      kinds.append(kind)
    }
    return kinds
  }
}
