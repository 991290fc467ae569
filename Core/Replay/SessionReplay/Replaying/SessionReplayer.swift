import ComposableArchitecture
public import RecordCoding
import RecordSchema
import SessionLog

/// Replays the logs of an app: feeds the recorded actions to its reducer, and verifies every step.
///
///     let replayer = SessionReplayer { AppFeature() }
///     for log in try Corpus(in: URL(fileURLWithPath: "Sessions")).logs {
///       print(replayer.replay(log))
///     }
///
/// Effects are not run; what they sent is in the log. Values that a reducer reads from recorded
/// dependencies are answered from the log.
public struct SessionReplayer<State: Recordable, Action: Recordable>: Sendable {
  let app: ReplayedApp<State, Action>
  private let whole: Deferred<SessionHeader>
  /// The header without the dependencies that only the app's reducer and its state tell of.
  private let listed: Deferred<SessionHeader>
  /// The bytes of the app's initial state.
  let initialBytes: Deferred<[UInt8]?>
  /// Whether a replay goes on after the first step that differs, from the recorded state, to count
  /// how many differ.
  package var keepsGoing = false
  /// Whether the whole state is encoded anew after each step, and compared with the whole recorded one.
  package var isParanoid = false
  /// Whether a log that has lost steps is as bad as a damaged one.
  package var isStrict = false
  /// Told of every step that is read or reduced, if somebody watches.
  var progress: StepProgress?
  /// What is kept from one log to the next, if all are replayed on one thread.
  var reuse: ReplayReuse<State, Action>?

  /// Prepares to replay logs of an app.
  package init(_ app: ReplayedApp<State, Action>) {
    self.app = app
    whole = Deferred { Self.header(of: app, reading: app.dependencies) }
    listed = Deferred { Self.header(of: app, reading: app.listed) }
    initialBytes = Deferred { Self.initialBytes(of: app) }
  }

  private static func header(
    of app: ReplayedApp<State, Action>, reading dependencies: [RecordedDependency]
  ) -> SessionHeader {
    SessionHeader(
      app: app.identity, state: State.self, action: Action.self, dependencies: dependencies,
      recorded: "")
  }

  /// The header of the app's logs.
  var header: SessionHeader { whole.value }

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
    do throws(ReplayStop) {
      let engine = try engine(over: reader, &report)
      if keepsGoing, reader.header.level == .steps { engine.differing = DifferingSteps() }
      report.verdict = Self.verdict(of: engine)
      report.verifiedSteps = engine.matchedSteps
      report.survivedStep = engine.survivedStep
      report.differing = engine.divergence == nil ? nil : engine.differing
    } catch {
      report.verdict = Self.verdict(of: error, after: nil)
    }
    if case .match = report.verdict {
      reuse?.endMatch()
      // All else has been read by now.
      if let damage = reader.log.headerCopyDamage() {
        report.verdict = .damaged(DamagedLog(.log(.damaged(path: path, damage: damage))))
      }
    }
    if isStrict { report.refuseGaps() }
    if let divergence = report.verdict.divergence { explain(divergence, in: reader, &report) }
    return report
  }

  /// Opens a log, of which each step is told to whoever watches.
  func open(_ path: String) throws(SessionReadError) -> SessionReader {
    var reader = try SessionReader(path: path)
    if let progress { reader.onRead = { progress.read() } }
    return reader
  }

  /// How the values of a log are made into today's, or `nil` if they are recorded alike.
  ///
  /// To look at a log rather than replay it, nothing is assembled if it reads what the app lists.
  func resolution(
    of reader: SessionReader, isReplayed: Bool = true
  ) throws(Incompatibility) -> SessionResolution? {
    guard !app.known.contains(.name) || reader.header.app == app.identity.name else {
      throw .otherApp(expected: app.identity.name, found: reader.header.app)
    }
    let (version, logVersion) = (app.identity.schemaVersion, reader.header.typesVersion)
    guard !app.known.contains(.typesVersion) || logVersion <= version else {
      throw .newerTypes(expected: version, found: logVersion)
    }
    let chain = MigrationChain(of: app.migrations, from: logVersion, to: version)
    if chain == nil, !isReplayed, listed.value.indices(of: reader.header) != nil { return nil }
    if chain == nil, indices(of: reader.header) != nil { return nil }
    return SessionResolution(from: reader.header, to: SessionTypes(of: app))
  }

  /// How well a log fits today's types; `nil` if it is recorded as they are.
  package func fit(of reader: SessionReader) throws(Incompatibility) -> SchemaFit? {
    try resolution(of: reader, isReplayed: false)?.fit(of: reader)
  }

  private func indices(of log: SessionHeader) -> [Int]? {
    guard let reuse else { return header.indices(of: log) }
    return reuse.indices(of: log) { header.indices(of: log) }
  }

  private func readsSupplements(of log: SessionHeader) -> Bool {
    guard let reuse else { return header.readsSupplements(of: log) }
    return reuse.readsSupplements(of: log) { header.readsSupplements(of: log) }
  }

  /// Prepares to go through a log; what its types need is told in a report.
  func engine(
    over reader: SessionReader, _ report: inout ReplayReport
  ) throws(ReplayStop) -> ReplayEngine<State, Action> {
    let resolution: SessionResolution?
    do throws(Incompatibility) {
      resolution = try self.resolution(of: reader)
    } catch {
      throw .incompatible(error)
    }
    report.fit = resolution?.fit(of: reader)
    if let obstacle = report.fit?.obstacle { throw .incompatible(obstacle) }
    let engine = try engine(over: reader, by: resolution)
    engine.isParanoid = isParanoid
    return engine
  }

  /// Prepares to go through a log, resolved if it is of other types.
  func engine(
    over reader: SessionReader, by resolution: SessionResolution?
  ) throws(ReplayStop) -> ReplayEngine<State, Action> {
    if let resolution {
      let steps = try ReplayStop.unreadable { () throws(SessionReadError) in
        try ResolvedSteps<State, Action>(reader, by: resolution)
      }
      return engine(PreparedReducer(app), steps)
    }
    guard let indices = indices(of: reader.header) else {
      preconditionFailure("a log of other types must be resolved")
    }
    let steps = TypedSteps<State, Action>(
      reader, indices: indices, readsSupplements: readsSupplements(of: reader.header),
      reuse: reuse)
    return engine(reuse?.takeReducer() ?? PreparedReducer(app), steps)
  }

  private func engine(
    _ reducer: PreparedReducer<State, Action>, _ steps: some StepSource<State, Action>
  ) -> ReplayEngine<State, Action> {
    let engine = ReplayEngine(app: reducer, source: steps, progress: progress)
    engine.addedDependencies = addedDependencies(since: steps.reader.header)
    return engine
  }

  /// The places of the app's dependencies that a log is older than.
  func addedDependencies(since log: SessionHeader) -> Set<Int> {
    // Most logs have them all, which is told without a set.
    guard log.draws.count < header.draws.count || log.draws != header.draws else { return [] }
    let names = Set(log.draws.map(\.name))
    return Set(header.draws.indices.filter { !names.contains(header.draws[$0].name) })
  }

  /// The names of the app's dependencies that a log is older than.
  func namesOfAddedDependencies(since log: SessionHeader) -> [String] {
    addedDependencies(since: log).sorted().map { header.draws[$0].name }
  }

  /// The header that a log of this app has, made anew from an older one.
  func header(renewing old: SessionHeader) -> SessionHeader {
    var new = header
    new.recorded = old.recorded
    new.level = old.level
    new.context = old.context
    new.requires += [SessionHeader.marks, LogFormat.laterStart].filter(old.requires.contains)
    if !app.known.contains(.name) { new.app = old.app }
    if !app.known.contains(.version) { (new.appVersion, new.build) = (old.appVersion, old.build) }
    if !app.known.contains(.typesVersion), old.typesVersion > new.typesVersion {
      new.schemaVersion = old.schemaVersion
    }
    return new
  }

  static func verdict(of error: SessionReadError) -> Verdict {
    switch error {
    case .log(.newerFormat): .incompatible(IncompatibleLog(.format(error)))
    case .log, .badHeader, .badBlock, .lostSteps: .damaged(DamagedLog(error))
    }
  }

  static func verdict(of stop: ReplayStop, after divergence: Divergence?) -> Verdict {
    switch stop {
    case .unreadable(let error): .damaged(DamagedLog(error, divergence))
    case .incompatible(let reason): .incompatible(IncompatibleLog(reason))
    }
  }

  /// Replays what there is of a log, and judges it.
  static func verdict(of engine: ReplayEngine<State, Action>) -> Verdict {
    let keepsGoing = engine.differing != nil
    do throws(ReplayStop) {
      try engine.proceed { _ in keepsGoing }
    } catch {
      // What comes behind a difference does not make another verdict of it.
      if keepsGoing, let divergence = engine.divergence { return .diverged(divergence) }
      return verdict(of: error, after: engine.divergence)
    }
    if case .damaged(let damage) = engine.source.reader.log.state {
      let path = engine.source.reader.log.path
      return .damaged(
        DamagedLog(.log(.damaged(path: path, damage: damage)), engine.divergence))
    }
    return engine.divergence.map(Verdict.diverged) ?? .match
  }
}

extension SessionHeader {
  /// For each of a log's dependencies the place of the app's, or `nil` if a type of the log is
  /// recorded otherwise than today's.
  fileprivate func indices(of log: SessionHeader) -> [Int]? {
    guard SchemaDifference.first(from: log.schema, log.state, to: schema, state) == nil,
      SchemaDifference.first(from: log.schema, log.action, to: schema, action) == nil
    else { return nil }
    var indices: [Int] = []
    for dependency in log.draws {
      guard
        let index = draws.firstIndex(where: { $0.name == dependency.name }),
        SchemaDifference.first(from: log.schema, dependency.type, to: schema, draws[index].type)
          == nil
      else { return nil }
      indices.append(index)
    }
    return indices
  }
}

extension SessionReplayer {
  /// Adds to a report the steps that lead to a divergence, and which other version recorded it.
  func explain(
    _ divergence: Divergence, in reader: SessionReader, _ report: inout ReplayReport
  ) {
    report.describe(StepContext(around: divergence.step, in: reader))
    if app.known.contains(.version), reader.header.appVersion != app.identity.version {
      report.otherVersion = "version \(reader.header.appVersion)"
    } else if report.fit != nil {
      report.otherVersion = "a build with other types"
    }
  }
}
