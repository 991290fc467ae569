import ActionText
import DependencyInjection
import Issues
package import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionLog
import SessionModel
import SessionReading
import SessionRecording
package import SessionReplay
import StepModel
import TestStores

/// A replayer that runs the effects that an app's reducer returns, and answers their calls from a
/// log.
///
/// The tasks of effects run one at a time if the system supports that, and time is virtual: a sleep
/// is a call that the log answers. Each effect must make the same calls with the same arguments in the same order, send
/// the same actions, and end as recorded.
@MainActor
package struct EffectReplayer<State: Recordable, Action: Recordable> {
  let replayer: SessionReplayer<State, Action>
  /// The app's endpoints. Finding them assembles the whole reducer, so logs share them.
  private let endpoints: Deferred<CallableEndpoints>
  private let header: Deferred<SessionHeader>
  /// The way in which tasks run; `nil` for the best one that this system supports.
  package var schedule: EffectSchedule?

  package nonisolated init(_ replayer: SessionReplayer<State, Action>) {
    self.replayer = replayer
    let endpoints = Deferred { CallableEndpoints.declared(by: replayer.app.assemble) }
    self.endpoints = endpoints
    header = Deferred { replayer.header(of: endpoints.value) }
  }

  /// Replays the effects of a log if its steps match, and adds the result to its report.
  package func run(_ report: inout ReplayReport) async {
    if case .match = report.verdict { report.add(await replay(path: report.path)) }
  }

  /// Replays the effects of a log whose steps have been verified.
  package func replay(path: String) async -> EffectReport {
    do throws(ReplayStop) {
      var reader = try ReplayStop.unreadable { () throws(SessionReadError) in
        try replayer.open(path)
      }
      let events = EventQueue(of: reader)
      reader.onBlock = { events.add($1, at: $0) }
      guard reader.header.endpoints != nil else { return .unverified("it has no calls") }
      let app = PreparedReducer(replayer.app)
      let (script, session) = try read(reader, events, for: app)
      guard let session else {
        return .unverified("it does not start with a state, or has a gap or changes from outside")
      }
      return await replay(session, of: reader, by: app, script)
    } catch {
      return .unverified("it cannot be read")
    }
  }

  func replay(
    _ session: Session, of log: SessionReader, by app: PreparedReducer<State, Action>,
    _ script: EffectScript
  ) async -> EffectReport {
    let turns = turns(for: script)
    let answers = EffectAnswers(
      script, endpoints: endpoints.value, indices: header.value.endpointIndices(in: log.header),
      coding: CallCoding(masksText: log.header.redacted != nil))
    return await IssueReports.withHandler {
      Self.note($0, in: script)
    } operation: {
      await replay(session, of: log, by: app, script, answers, turns)
    }
  }

  // MARK: Reading

  /// A session to replay: a state and the steps that follow it.
  struct Session {
    let state: State
    let header: SessionHeader
    var steps: [(step: ReplayedStep, action: Action)] = []

    /// Returns the action of a step with a number as text.
    func actionText(of number: UInt64) -> String {
      steps.firstIndex { $0.step.number == number }.map { actionText($0) } ?? ""
    }

    /// Returns the action of the step at an index as text.
    func actionText(_ index: Int) -> String { text(of: steps[index].action) }

    func text(of action: Action) -> String {
      var encoder = RecordEncoder()
      encoder.encode(action)
      let text = ActionText(schema: header.schema, type: header.action)
      var decoder = RecordDecoder(encoder.bytes)
      let value = try? decoder.decodeValue(of: header.action, in: header.schema)
      return value.map { text.text(of: $0) } ?? ""
    }
  }

  /// Reads the steps and events of a log.
  func read(
    _ reader: SessionReader, _ events: any EventSource, for app: PreparedReducer<State, Action>,
    edits: CallEdits? = nil
  ) throws(ReplayStop) -> (EffectScript, Session?) {
    let script = EffectScript(
      header: reader.header, stepsBeforeStart: reader.log.stepsBeforeStart,
      progress: replayer.progress)
    script.edits = edits
    let source = try replayer.steps(over: reader)
    func appendEvents(before step: UInt64) throws(ReplayStop) {
      try ReplayStop.unreadable { () throws(SessionReadError) in
        while let event = try events.next(before: step) { script.append(event.event) }
      }
    }
    var session: Session?
    while true {
      switch try source.next() {
      case .end:
        try appendEvents(before: .max)
        return (script, session)
      case .begins:
        guard session == nil else { return (script, nil) }
        let state = try app.restoring { () throws(ReplayStop) in try source.stateHere() }
        source.resume(from: state)
        session = Session(state: state, header: replayer.header)
      case .step(let step):
        guard session != nil else { continue }
        try appendEvents(before: step.number)
        guard !step.isUnfinished else {
          script.dropUnfinishedAction()
          continue
        }
        script.append(step: session?.steps.count ?? 0)
        session?.steps.append((step, source.action.pointee))
      case .outside(let step):
        guard hasSharedValues(reader.header) else { return (script, nil) }
        try appendEvents(before: step.number)
        script.append(outside: step.number)
      case .mark(let step, _): try appendEvents(before: step.number)
      case .keyframe, .digests: continue
      }
    }
  }

  /// Returns whether the values of a recorded state are values of the app's.
  private func hasSharedValues(_ log: SessionHeader) -> Bool {
    let app = header.value
    return log.redacted == nil
      && SchemaDifference.first(from: log.schema, log.state, to: app.schema, app.state) == nil
  }

  // MARK: Replaying

  private func turns(for script: EffectScript) -> any EffectTurns {
    switch schedule ?? .available {
    case .ordered: return OrderedTurns(isWatched: replayer.progress != nil)
    case .unordered(let timeout):
      let activity = EffectActivity()
      script.activity = activity
      return UnorderedTurns(timeout: timeout, activity)
    }
  }

  private func replay(
    _ session: Session, of log: SessionReader, by app: PreparedReducer<State, Action>,
    _ script: EffectScript, _ answers: EffectAnswers, _ turns: any EffectTurns
  ) async -> EffectReport {
    DependencyReads.beginWatching()
    defer { DependencyReads.endWatching() }
    defer { turns.end() }
    await turns.begin()
    script.actionText = { session.actionText($0) }
    let steps = ReplayedSteps<State, Action>(
      script, session.steps, reads: app, shared: SharedValueHistory(log),
      actionText: { session.text(of: $0) })
    let engine = steps.engine(state: session.state, replayer.app, answers)
    script.isCanceled = { [weak engine] in engine?.isEffectCanceled($0) ?? false }
    while let item = script.current {
      let progress = script.progress
      script.noteRunning(nil)
      replayer.progress?.read()
      switch item {
      case .step(let index):
        let (step, action) = session.steps[index]
        if case .received = step.origin {
          await turns.settle()
          if script.progress != progress || script.current == nil { continue }
        }
        _ = engine.send(action)
      case .outside: steps.takeOutsideChanges()
      case .event(let effect, let content):
        script.performDueOutputs()
        if script.progress != progress { continue }
        if await turns.wait(for: effect, in: script) { continue }
        script.endWaiting(of: effect, for: content, stuckReason: turns.stuckReason)
      }
    }
    await turns.settle()
    script.checkAdditional()
    let report = report(on: script, session)
    engine.cancelEffects()
    script.cancelCalls()
    await turns.settle()
    return report
  }

  /// Notes an issue, which a dependency reports that the log does not have.
  private nonisolated static func note(_ issue: ReportedIssue, in script: EffectScript) {
    let effect = ObservedEffect.current?.number
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { script.note(issue.message, of: effect) }
    } else {
      Task { @MainActor in script.note(issue.message, of: effect) }
    }
  }

  private func report(on script: EffectScript, _ session: Session) -> EffectReport {
    var report = EffectReport()
    report.isOrdered = script.activity == nil
    report.unverified = script.effects.compactMap { effect in
      effect.obstacle.map {
        UnverifiedEffect(step: effect.step, position: effect.position, reason: $0)
      }
    }
    if let (effect, call) = script.difference {
      report.divergence = Divergence(
        step: effect.step, since: effect.step - 1, action: session.actionText(of: effect.step),
        kind: .call(call))
    } else {
      report.verifiedCount = script.effects.count - report.unverified.count
    }
    return report
  }
}
