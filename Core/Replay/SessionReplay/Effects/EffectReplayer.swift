import RecordedValues
import DependencyInjection
import Issues
package import RecordCoding
import ReducerRuntime
import SchemaEvolution
import SessionLog
import SessionModel
import SessionDocument
import SessionRecording
import Scheduling

/// A replayer that runs the effects that an app's reducer returns, and answers their calls from a
/// log.
///
/// The tasks of effects run one at a time, and time is virtual: a sleep is a call that the log
/// answers. Each effect must make the same calls with the same arguments, send the same actions,
/// and end as recorded, in an order that its tasks can have.
@MainActor
package struct EffectReplayer<State: Recordable, Action: Recordable> {
  let replayer: SessionReplayer<State, Action>
  /// The app's endpoints. Finding them assembles the whole reducer, so logs share them.
  private let endpoints: Deferred<CallableEndpoints>
  private let header: Deferred<SessionHeader>
  /// Whether an effect that keeps running, and does nothing recorded, is given up. Otherwise, a
  /// watching process ends this one.
  package var givesUp: Bool
  /// The time for which an effect may wait for something outside of the replay. It is between the
  /// lengths of usual sleeps. Whether a sleep is waited for therefore does not depend on the load.
  package nonisolated var outsideTimeout = Duration.seconds(4)

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
    guard RuntimeHooks.failure == nil else {
      return .unverified("this system does not let a replay run one task at a time")
    }
    do throws(UnsuitableLog) {
      let reader = try UnsuitableLog.reading { () throws(ReplayStop) in
        try ReplayStop.unreadable { () throws(SessionReadError) in try replayer.open(path) }
      }
      guard reader.header.recordsEffects else { return .unverified("it has no calls") }
      guard reader.header.endpoints != nil else { return EffectReport() }
      return try await replay { () throws(UnsuitableLog) in try read(reader) }.report
    } catch {
      return .unverified(error.text)
    }
  }

  /// Replays the effects of a session whose steps have been verified.
  package func replay(_ session: EffectSession<State, Action>) async -> EffectSessionResult {
    do throws(UnsuitableLog) {
      return try await replay { session }
    } catch {
      return EffectSessionResult(report: .unverified(error.text))
    }
  }

  /// Replays the effects of a session. Repeats the replay if the order of tasks may explain a
  /// difference.
  private func replay(
    _ session: () throws(UnsuitableLog) -> EffectSession<State, Action>
  ) async throws(UnsuitableLog) -> EffectSessionResult {
    var result = try await replay(try session(), edits: nil)
    guard result.report.divergence == nil else { return result }
    let doubts = result.doubts.filter { $0.difference.index <= TaskOrder.maxIndex }
    for doubt in doubts.prefix(TaskOrder.maxDoubts) {
      switch try await classify(doubt, session) {
      case .match: result.report.verify(doubt.difference.effect)
      case .same:
        // The replay would have ended there.
        let effect = doubt.difference.effect
        (result.missing, result.report.verifiedCount) = ([], 0)
        result.report.unverified.removeAll {
          ($0.step, $0.position) >= (effect.step, effect.position)
        }
        result.take(doubt.difference, of: result.log)
        return result
      case .varies: continue
      }
    }
    return result
  }

  private enum Classification {
    /// In a different order of its tasks, the effect does what is recorded.
    case match
    /// In each order of its tasks, the effect differs in the same way.
    case same
    case varies
  }

  /// Replays an effect in different orders of its tasks, to find out whether its difference depends
  /// on the order.
  private func classify(
    _ doubt: EffectScript.Doubt,
    _ session: () throws(UnsuitableLog) -> EffectSession<State, Action>
  ) async throws(UnsuitableLog) -> Classification {
    var isSame = !doubt.isUncertain
    for seed in 1...TaskOrder.count {
      let order = TaskOrder(
        effect: doubt.effect, start: doubt.start, seed: seed,
        outsideTimeout: doubt.waitsForOutside ? TaskOrder.queueTimeout : .zero)
      let other = try await replay(try session(), edits: nil, order: order)
      if let repeated = other.doubts.first(where: { $0.effect == doubt.effect }) {
        isSame = isSame && repeated.isSame(as: doubt)
      } else if other.report.divergence == nil, other.report.isVerified(doubt.difference.effect) {
        return .match
      } else {
        isSame = false
      }
    }
    return isSame ? .same : .varies
  }

  /// Replays the effects of a session, and notes the changes that make its events match.
  func replay(
    _ session: EffectSession<State, Action>, edits: CallEdits?,
    order: TaskOrder? = nil
  ) async throws(UnsuitableLog) -> EffectSessionResult {
    let script = EffectScript(
      header: session.header, stepsBeforeStart: session.stepsBeforeStart,
      progress: replayer.progress, order: order)
    let tape = SessionTape(session)
    script.read = { tape.read(into: $0) }
    script.release = { tape.release(before: $0) }
    script.edits = edits
    // A change of the log can exchange any two calls.
    if edits != nil { while script.read(script) {} }
    let turns = EffectTurns(
      givesUp: givesUp, outsideTimeout: order?.outsideTimeout ?? outsideTimeout, seed: order?.seed)
    let answers = EffectAnswers(
      script, endpoints: endpoints.value, indices: session.endpointIndices,
      coding: CallCoding(masksText: session.header.redacted != nil))
    let report = await IssueReports.withHandler {
      Self.note($0, in: script)
    } operation: {
      await replay(session, tape, script, answers, turns)
    }
    if let fault = tape.fault { throw fault }
    var result = EffectSessionResult(report: report)
    result.edits = script.edits
    result.changedAction = script.edits?.changes.first.flatMap { change in
      script.effects.first { $0.step == change.step }?.actionText?()
    }
    result.doubts = script.doubts
    result.log = session.log
    if let difference = script.difference {
      result.take(difference, of: session.log)
    } else if !script.isStopped {
      result.missing = script.effects.filter { $0.number == nil }.map { ($0.step, $0.position) }
    }
    return result
  }

  /// Returns a session of the app's present types, without steps and events. Calls of clocks may
  /// have the form of logs without the feature `clockDurations`.
  package func session(
    from state: State, hasClockDurations: Bool = true
  ) -> EffectSession<State, Action> {
    var header = header.value
    if !hasClockDurations { header.optional.removeAll { $0 == SessionHeader.clockDurations } }
    return EffectSession(
      state: state, reducer: PreparedReducer(replayer.app), header: header, actions: header,
      endpointIndices: (header.endpoints ?? []).indices.map { $0 })
  }

  // MARK: Reading

  /// Returns the session of a log with its events, or with changed ones.
  func read(
    _ log: SessionReader, _ changed: [RecordedEvent]? = nil
  ) throws(UnsuitableLog) -> EffectSession<State, Action> {
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
    let begun = try UnsuitableLog.reading { () throws(ReplayStop) in
      let source = try replayer.steps(over: reader)
      guard case .begins = try source.next() else {
        return ((any StepSource<State, Action>, State)?).none
      }
      let state = try reducer.restoring { () throws(ReplayStop) in try source.stateHere() }
      source.resume(from: state)
      return (source, state)
    }
    guard let (source, state) = begun else { throw .incomplete }
    var session = EffectSession(
      state: state, reducer: reducer, header: reader.header, actions: replayer.header,
      endpointIndices: header.value.endpointIndices(in: reader.header),
      stepsBeforeStart: reader.log.stepsBeforeStart, log: log)
    session.logItems = LogItems(source, events, hasSharedValues: hasSharedValues(reader.header))
    return session
  }

  /// Returns whether recorded values have the same form as the app's values, without secrets.
  private func hasSharedValues(_ log: SessionHeader) -> Bool {
    let app = header.value
    return log.redacted == nil
      && SchemaDifference.first(from: log.schema, log.state, to: app.schema, app.state) == nil
  }

  // MARK: Replaying

  private func replay(
    _ session: EffectSession<State, Action>, _ tape: SessionTape<State, Action>,
    _ script: EffectScript, _ answers: EffectAnswers, _ turns: EffectTurns
  ) async -> EffectReport {
    DependencyReads.beginWatching()
    defer { DependencyReads.endWatching() }
    defer { turns.end() }
    await turns.begin(script.tasks)
    script.actionText = { tape.actionText(at: $0) }
    let steps = ReplayedSteps(script, session, tape)
    let engine = steps.engine(replayer.app, answers)
    script.isCanceled = { [weak engine] in engine?.isEffectCanceled($0) ?? false }
    script.interrupt = { [weak engine] in engine?.interruptEffect($0) }
    script.compareAction = { tape.difference(at: $0, to: $1) }
    // The values of secrets are not in the log.
    if session.header.redacted == nil { script.actionBytes = { tape.actionBytes(at: $0) } }
    while let item = script.current {
      let progress = script.progress
      script.noteRunning(nil)
      replayer.progress?.read()
      switch item {
      case .step(let index):
        guard let step = tape.step(at: index)?.step else { continue }
        if case .received = step.origin {
          await turns.settle()
          if script.progress != progress || script.current == nil { continue }
        }
        if let action = steps.action(at: index) { _ = engine.send(action) }
      case .outside: steps.takeOutsideChanges()
      case .event(let effect, .interrupted): script.takeInterruption(of: effect)
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
    if !script.isDone {
      await giveLastAnswers(of: script, turns)
      await turns.settleQueues(script.tasks)
    }
    script.checkRest()
    let report = report(on: script)
    engine.cancelEffects()
    script.cancelCalls()
    await turns.finish(script.tasks)
    script.noteRunning(nil)
    return report
  }

  /// Gives effects the answers that no later event of the log needs.
  private func giveLastAnswers(of script: EffectScript, _ turns: EffectTurns) async {
    for (effect, answer) in script.lastAnswers where effect.obstacle == nil {
      guard script.difference == nil, !script.isStopped else { return }
      replayer.progress?.read()
      script.noteRunning(effect)
      await turns.give(answer, to: effect, in: script)
    }
    await turns.settle()
  }

  /// Notes an issue that a dependency reports because the log lacks it.
  private nonisolated static func note(_ issue: ReportedIssue, in script: EffectScript) {
    let effect = ObservedEffect.current?.number
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { script.note(issue.message, of: effect) }
    } else {
      Task { @MainActor in script.note(issue.message, of: effect) }
    }
  }

  private func report(on script: EffectScript) -> EffectReport {
    var report = EffectReport()
    let effects = script.effects.filter { $0 !== script.strays }
    report.unverified = script.unverified
    report.unverified += effects.compactMap { effect in effect.obstacle.map(effect.unverified) }
    report.unverified.sort { ($0.step, $0.position) < ($1.step, $1.position) }
    guard script.difference == nil else { return report }
    report.verifiedCount = script.verifiedCount + effects.count { $0.obstacle == nil }
    return report
  }
}

extension EffectSessionResult {
  /// Reports a difference between an effect and the log of its session, if it has one.
  @MainActor
  fileprivate mutating func take(_ difference: EffectScript.Difference, of log: SessionReader?) {
    let effect = difference.effect
    (item, sentAction) = (difference.source, difference.sentAction)
    report.divergence = Divergence(
      step: effect.step, since: effect.step - 1, action: effect.actionText?() ?? "",
      kind: .call(difference.call))
    report.context = log.map { log in
      StepContext(
        around: effect.step, upTo: difference.step ?? effect.step,
        callsOf: effect.recordedNumber, count: difference.callCount, in: log)
    }
  }
}

extension EffectReport {
  fileprivate func isVerified(_ effect: RecordedEffect) -> Bool {
    !unverified.contains { ($0.step, $0.position) == (effect.step, effect.position) }
  }

  fileprivate mutating func verify(_ effect: RecordedEffect) {
    unverified.removeAll { ($0.step, $0.position) == (effect.step, effect.position) }
    verifiedCount += 1
  }
}
