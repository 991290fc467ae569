public import RecordCoding
import RecordedValues
import ReducerRuntime
import SchemaEvolution
import SessionLog
package import SessionModel
package import SessionDocument
package import SessionRecording

/// A replayer that feeds the actions of an app's logs to its reducer and verifies every step.
///
///     let replayer = SessionReplayer { AppFeature() }
///     print(replayer.replay(URL(fileURLWithPath: "s.reprise")))
///
/// Effects aren't run, since the log has the actions that they sent. Reads of recorded dependencies
/// are answered from the log.
public struct SessionReplayer<State: Recordable, Action: Recordable>: Sendable {
  package let app: ReplayedApp<State, Action>
  private let whole: Deferred<SessionHeader>
  /// The header without the dependencies that the app's reducer and state add.
  private let listed: Deferred<SessionHeader>
  let initialBytes: Deferred<[UInt8]?>
  /// Whether a replay restores the recorded state after a difference, to count all differences.
  package var keepsGoing = false
  /// Whether the whole state is encoded and compared with the recorded one after each step.
  package var isParanoid = false
  /// Whether a log that has lost steps counts as damaged.
  package var isStrict = false
  /// The progress that a watching process reads; `nil` if none does.
  package var progress: StepProgress?
  /// The objects reused from log to log, if all logs are replayed on one thread.
  package var reuse: ReplayReuse<State, Action>?

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

  /// The header that describes the app's types.
  package var header: SessionHeader { whole.value }

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
      if keepsGoing, reader.header.level != .actions { engine.differing = DifferingSteps() }
      report.verdict = Self.verdict(of: engine)
      report.fit = .adding(engine.sharedValueChanges, to: report.fit)
      report.verifiedSteps = engine.matchedSteps
      report.survivedStep = engine.survivedStep
      report.differing = engine.divergence == nil ? nil : engine.differing
    } catch {
      report.verdict = Self.verdict(of: error, after: nil)
    }
    if case .match = report.verdict {
      reuse?.endMatch()
      // The rest of the log has been read by now.
      if let damage = reader.log.headerCopyDamage() {
        report.verdict = .damaged(DamagedLog(.log(.damaged(path: path, damage: damage))))
      }
    }
    if isStrict { report.refuseGaps() }
    if let divergence = report.verdict.divergence { explain(divergence, in: reader, &report) }
    return report
  }

  /// Opens a log whose reads are noted in the progress.
  package func open(_ path: String) throws(SessionReadError) -> SessionReader {
    var reader = try SessionReader(path: path)
    if let progress { reader.onRead = { progress.read() } }
    return reader
  }

  /// Returns the conversion of a log's values to this build's types; `nil` if none is needed.
  ///
  /// The reducer is assembled only for a replay, or if the listed dependencies don't suffice.
  package func resolution(
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

  package func fit(of reader: SessionReader) throws(Incompatibility) -> SchemaFit? {
    let fit = try resolution(of: reader, isReplayed: false)?.fit(of: reader)
    guard reader.header.describesReferences, fit?.obstacle == nil else { return fit }
    return SharedValueFit(of: reader, to: app).adding(to: fit)
  }

  private func indices(of log: SessionHeader) -> [Int]? {
    guard let reuse else { return header.indices(of: log) }
    return reuse.indices(of: log) { header.indices(of: log) }
  }

  private func readsSupplements(of log: SessionHeader) -> Bool {
    guard let reuse else { return header.readsSupplements(of: log) }
    return reuse.readsSupplements(of: log) { header.readsSupplements(of: log) }
  }

  package func engine(
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

  func engine(
    over reader: SessionReader, by resolution: SessionResolution?
  ) throws(ReplayStop) -> ReplayEngine<State, Action> {
    let reducer = resolution == nil ? reuse?.takeReducer() : nil
    return engine(reducer ?? PreparedReducer(app), try steps(over: reader, by: resolution))
  }

  private func steps(
    over reader: SessionReader, by resolution: SessionResolution?
  ) throws(ReplayStop) -> any StepSource<State, Action> {
    if let resolution {
      return try ReplayStop.unreadable { () throws(SessionReadError) in
        try ResolvedSteps<State, Action>(reader, by: resolution)
      }
    }
    guard let indices = indices(of: reader.header) else {
      preconditionFailure("a log of other types must be resolved")
    }
    return TypedSteps<State, Action>(
      reader, indices: indices, readsSupplements: readsSupplements(of: reader.header),
      reuse: reuse)
  }

  /// Returns the steps of a log as values of this build's types.
  package func steps(
    over reader: SessionReader
  ) throws(ReplayStop) -> any StepSource<State, Action> {
    let resolution = try ReplayStop.incompatible { () throws(Incompatibility) in
      try self.resolution(of: reader)
    }
    return try steps(over: reader, by: resolution)
  }

  /// Returns the header of a log of this app with the calls of some endpoints.
  package func header(of endpoints: CallableEndpoints) -> SessionHeader {
    SessionHeader(
      app: app.identity, state: State.self, action: Action.self, dependencies: app.dependencies,
      recorded: "", level: .effects, endpoints: endpoints)
  }

  private func engine(
    _ reducer: PreparedReducer<State, Action>, _ steps: some StepSource<State, Action>
  ) -> ReplayEngine<State, Action> {
    let engine = ReplayEngine(app: reducer, source: steps, progress: progress)
    engine.addedDependencies = addedDependencies(since: steps.reader.header)
    return engine
  }

  /// Returns the indices of the app's dependencies that are newer than a log.
  package func addedDependencies(since log: SessionHeader) -> Set<Int> {
    // Avoids the set for most logs, which have all dependencies.
    guard
      log.dependencies.count < header.dependencies.count || log.dependencies != header.dependencies
    else { return [] }
    let names = Set(log.dependencies.map(\.name))
    return Set(header.dependencies.indices.filter { !names.contains(header.dependencies[$0].name) })
  }

  /// Returns the names of the app's dependencies whose reads a log may lack.
  func namesOfAddedDependencies(since log: SessionHeader) -> [String] {
    addedDependencies(since: log).sorted().map { header.dependencies[$0].name }
      .filter { !RecordedDependency.unrecordedNames.contains($0) }
  }

  /// Returns the header for a log of this app that replaces an older one, with or without calls.
  package func header(
    renewing old: SessionHeader, keepsCalls: Bool = false
  ) -> SessionHeader {
    var new = keepsCalls ? header(of: .declared(by: app.assemble)) : header
    new.recorded = old.recorded
    new.level = old.level
    new.context = old.context
    // Calls are copied as they are.
    if !old.hasClockDurations { new.optional.removeAll { $0 == SessionHeader.clockDurations } }
    new.requires += [SessionHeader.marks, LogFormat.laterStart].filter(old.requires.contains)
    if !app.known.contains(.name) { new.app = old.app }
    if !app.known.contains(.version) { (new.appVersion, new.build) = (old.appVersion, old.build) }
    if !app.known.contains(.typesVersion), old.typesVersion > new.typesVersion {
      new.schemaVersion = old.schemaVersion
    }
    return keepsCalls ? new : new.withoutCalls()
  }

  package static func verdict(of error: SessionReadError) -> Verdict {
    switch error {
    case .log(.newerFormat): .incompatible(IncompatibleLog(.format(error)))
    case .log, .badHeader, .badBlock, .lostSteps: .damaged(DamagedLog(error))
    }
  }

  package static func verdict(of stop: ReplayStop, after divergence: Divergence?) -> Verdict {
    switch stop {
    case .unreadable(let error): .damaged(DamagedLog(error, divergence))
    case .incompatible(let reason): .incompatible(IncompatibleLog(reason))
    }
  }

  static func verdict(of engine: ReplayEngine<State, Action>) -> Verdict {
    let keepsGoing = engine.differing != nil
    do throws(ReplayStop) {
      try engine.proceed { _ in keepsGoing }
    } catch {
      // Errors after a difference don't change the verdict.
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
  /// Returns the app's indices of a log's dependencies; `nil` if a type has changed.
  fileprivate func indices(of log: SessionHeader) -> [Int]? {
    guard SchemaDifference.first(from: log.schema, log.state, to: schema, state) == nil,
      SchemaDifference.first(from: log.schema, log.action, to: schema, action) == nil
    else { return nil }
    var indices: [Int] = []
    for dependency in log.dependencies {
      guard
        let index = dependencies.firstIndex(where: { $0.name == dependency.name }),
        SchemaDifference.first(
          from: log.schema, dependency.type, to: schema, dependencies[index].type)
          == nil
      else { return nil }
      indices.append(index)
    }
    return indices
  }
}

extension SessionReplayer {
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
