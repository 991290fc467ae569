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
  /// Whether an effect that keeps running, and does nothing recorded, is given up. Otherwise, a
  /// watching process ends this one.
  package var givesUp: Bool

  package nonisolated init(_ replayer: SessionReplayer<State, Action>) {
    self.replayer = replayer
    givesUp = replayer.progress == nil
    let endpoints = Deferred { CallableEndpoints.declared(by: replayer.app.assemble) }
    self.endpoints = endpoints
    header = Deferred { replayer.header(of: endpoints.value) }
  }

  /// Replays the effects of a log if its steps match, and returns its report with the result.
  package func run(_ report: ReplayReport) async -> ReplayReport {
    guard case .match = report.verdict else { return report }
    var report = report
    report.add(await replay(path: report.path))
    if case .match = report.verdict { replayer.reuse?.endMatch() }
    return report
  }

  /// Replays the effects of a log whose steps have been verified.
  package func replay(path: String) async -> EffectReport {
    do throws(ReplayStop) {
      let reader = try ReplayStop.unreadable { () throws(SessionReadError) in
        try replayer.open(path)
      }
      guard reader.header.recordsEffects else { return .unverified("it has no calls") }
      guard let session = try read(reader) else {
        return .unverified("it does not start with a state, or has a gap or changes from outside")
      }
      return await replay(session).report
    } catch {
      return .unverified("it cannot be read")
    }
  }

  /// Replays the effects of a session whose steps have been verified.
  package func replay(_ session: EffectSession<State, Action>) async -> EffectSessionResult {
    await replay(session, edits: nil)
  }

  /// Replays the effects of a session, and notes the changes that make its events match.
  func replay(
    _ session: EffectSession<State, Action>, edits: CallEdits?
  ) async -> EffectSessionResult {
    let script = EffectScript(
      header: session.header, stepsBeforeStart: session.stepsBeforeStart,
      progress: replayer.progress)
    script.edits = edits
    var itemIndices: [Int] = []
    session.append(to: script, &itemIndices)
    let turns = turns(for: script)
    let answers = EffectAnswers(
      script, endpoints: endpoints.value, indices: session.endpointIndices,
      coding: CallCoding(masksText: session.header.redacted != nil))
    let report = await IssueReports.withHandler {
      Self.note($0, in: script)
    } operation: {
      await replay(session, script, answers, turns)
    }
    var result = EffectSessionResult(report: report)
    result.edits = script.edits
    if let difference = script.difference {
      if itemIndices.indices.contains(difference.index) {
        result.item = itemIndices[difference.index]
      }
      result.call = difference.actualCall.map { ($0.endpoint, $0.arguments) }
    }
    if script.difference == nil, !script.isStopped {
      result.missing = script.effects.filter { $0.number == nil }.map { ($0.step, $0.position) }
    }
    return result
  }

  /// Returns a session without steps and events of the app's present types.
  package func session(from state: State) -> EffectSession<State, Action> {
    let header = header.value
    return EffectSession(
      state: state, reducer: PreparedReducer(replayer.app), header: header, actions: header,
      endpointIndices: (header.endpoints ?? []).indices.map { $0 })
  }

  // MARK: Reading

  /// Returns the session of a log with its events, or with changed ones; `nil` if its effects cannot
  /// be replayed.
  func read(
    _ log: SessionReader, _ changed: [RecordedEvent]? = nil
  ) throws(ReplayStop) -> EffectSession<State, Action>? {
    var reader = log
    let events: any EventSource
    if let changed {
      events = ChangedEvents(changed)
    } else {
      let queue = EventQueue(of: log)
      reader.onBlock = { queue.add($1, at: $0) }
      events = queue
    }
    let reducer = replayer.reuse?.takeReducer() ?? PreparedReducer(replayer.app)
    let source = try replayer.steps(over: reader)
    var session: EffectSession<State, Action>?
    // Not those of the session, which would be copied to find out whether it has begun.
    var items: [EffectSession<State, Action>.Item] = []
    var hasBegun = false
    func appendEvents(before step: UInt64) throws(ReplayStop) {
      while let event = try events.nextOrStop(before: step) {
        if hasBegun { items.append(.event(event.event)) }
      }
    }
    while true {
      switch try source.next() {
      case .end:
        try appendEvents(before: .max)
        session?.items = items
        return session
      case .begins:
        guard !hasBegun else { return nil }
        hasBegun = true
        let state = try reducer.restoring { () throws(ReplayStop) in try source.stateHere() }
        source.resume(from: state)
        session = EffectSession(
          state: state, reducer: reducer, header: reader.header, actions: replayer.header,
          endpointIndices: header.value.endpointIndices(in: reader.header),
          stepsBeforeStart: reader.log.stepsBeforeStart, log: log)
      case .step(let step):
        guard hasBegun else { continue }
        try appendEvents(before: step.number)
        items.append(
          .step(step, source.action.pointee, references: source.actionReferences))
      case .outside(let step):
        guard hasSharedValues(reader.header) else { return nil }
        try appendEvents(before: step.number)
        if hasBegun { items.append(.outside(step.number)) }
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
    case .ordered: return OrderedTurns(givesUp: givesUp)
    case .unordered(let timeout):
      let activity = EffectActivity()
      script.activity = activity
      return UnorderedTurns(timeout: timeout, activity)
    }
  }

  private func replay(
    _ session: EffectSession<State, Action>, _ script: EffectScript, _ answers: EffectAnswers,
    _ turns: any EffectTurns
  ) async -> EffectReport {
    DependencyReads.beginWatching()
    defer { DependencyReads.endWatching() }
    defer { turns.end() }
    await turns.begin()
    script.actionText = { session.actionText(at: $0) }
    let steps = ReplayedSteps(script, session)
    let engine = steps.engine(replayer.app, answers)
    script.isCanceled = { [weak engine] in engine?.isEffectCanceled($0) ?? false }
    while let item = script.current {
      let progress = script.progress
      script.noteRunning(nil)
      replayer.progress?.read()
      switch item {
      case .step(let index):
        guard let step = session.step(at: index)?.step else { continue }
        if case .received = step.origin {
          await turns.settle()
          if script.progress != progress || script.current == nil { continue }
        }
        if let action = steps.action(at: index) { _ = engine.send(action) }
      case .outside: steps.takeOutsideChanges()
      case .event(let effect, let content):
        // It may be stuck before its first call.
        script.noteRunning(effect)
        script.performDueOutputs()
        if script.progress != progress { continue }
        if await turns.wait(for: effect, in: script) { continue }
        script.endWaiting(of: effect, for: content, stuckReason: turns.stuckReason)
      }
    }
    await turns.settle()
    script.checkAdditional()
    await giveLastAnswers(of: script, turns)
    let report = report(on: script, session)
    engine.cancelEffects()
    script.cancelCalls()
    await turns.settle()
    script.noteRunning(nil)
    return report
  }

  /// Gives effects the answers that no later event of the log needs.
  private func giveLastAnswers(of script: EffectScript, _ turns: any EffectTurns) async {
    for (effect, answer) in script.lastAnswers where effect.obstacle == nil {
      guard script.difference == nil, !script.isStopped else { return }
      replayer.progress?.read()
      script.noteRunning(effect)
      await turns.give(answer, to: effect, in: script)
    }
    await turns.settle()
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

  private func report(
    on script: EffectScript, _ session: EffectSession<State, Action>
  ) -> EffectReport {
    var report = EffectReport()
    report.isOrdered = script.activity == nil
    report.unverified = script.effects.compactMap { effect in
      effect.obstacle.map {
        UnverifiedEffect(step: effect.step, position: effect.position, reason: $0)
      }
    }
    guard let difference = script.difference else {
      report.verifiedCount = script.effects.count - report.unverified.count
      return report
    }
    let effect = difference.effect
    report.divergence = Divergence(
      step: effect.step, since: effect.step - 1, action: session.actionText(ofStep: effect.step),
      kind: .call(difference.call))
    report.context = session.log.map { log in
      StepContext(
        around: effect.step,
        upTo: difference.step.flatMap { session.step(at: $0)?.step.number } ?? effect.step,
        callsOf: effect.recordedNumber, count: difference.callCount, in: log)
    }
    return report
  }
}
