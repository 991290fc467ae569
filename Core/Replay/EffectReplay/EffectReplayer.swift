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
/// The tasks of effects run one at a time, and time is virtual: a sleep is a call that the log
/// answers. Each effect must make the same calls with the same arguments in the same order, send
/// the same actions, and end as recorded.
@MainActor
package struct EffectReplayer<State: Recordable, Action: Recordable> {
  let replayer: SessionReplayer<State, Action>
  /// The app's endpoints. Finding them assembles the whole reducer, so logs share them.
  let endpoints: Deferred<CallableEndpoints>
  let header: Deferred<SessionHeader>
  /// A handler that is called whenever no effect can proceed.
  package var onProgress: @Sendable () -> Void = {}

  package init(_ replayer: SessionReplayer<State, Action>) {
    self.replayer = replayer
    let endpoints = Deferred { CallableEndpoints.declared(by: replayer.app.assemble) }
    self.endpoints = endpoints
    header = Deferred { replayer.header(of: endpoints.value) }
  }

  /// Replays the effects of a log whose steps have been verified.
  package func replay(path: String) async -> EffectReport {
    // Without the hooks, tasks run in an order that nothing controls.
    guard RuntimeHooks.failure == nil else {
      return .unverified("running effects in a fixed order needs Swift 6.3 on Linux")
    }
    do throws(ReplayStop) {
      let reader = try ReplayStop.unreadable { () throws(SessionReadError) in
        try replayer.open(path)
      }
      guard reader.header.endpoints != nil else { return .unverified("it has no calls") }
      let (script, session) = try read(reader)
      guard let session else {
        return .unverified("it does not start with a state, or has a gap or changes from outside")
      }
      return await replay(session, script, reader)
    } catch {
      return .unverified("it cannot be read")
    }
  }

  func replay(
    _ session: Session, _ script: EffectScript, _ reader: SessionReader
  ) async -> EffectReport {
    let answers = EffectAnswers(
      script, endpoints: endpoints.value, indices: header.value.endpointIndices(in: reader.header),
      coding: CallCoding(masksText: reader.header.redacted != nil))
    return await IssueReports.withHandler {
      Self.note($0, in: script)
    } operation: {
      await replay(session, script, answers)
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

  /// Reads the steps of a log with its events, or with changed ones.
  func read(
    _ reader: SessionReader, _ changed: [RecordedEvent]? = nil, edits: CallEdits? = nil
  ) throws(ReplayStop) -> (EffectScript, Session?) {
    let script = EffectScript(
      header: reader.header, stepsBeforeStart: reader.log.stepsBeforeStart)
    script.edits = edits
    let source = try replayer.steps(over: reader)
    let events = try ReplayStop.unreadable { () throws(SessionReadError) in
      if let changed { return changed }
      return try reader.events()
    }
    var next = 0
    var milliseconds: UInt64 = 0
    func appendEvents(before step: UInt64) {
      while next < events.count, events[next].step < step {
        script.append(
          events[next].event, at: next,
          milliseconds: milliseconds &+ events[next].elapsedMilliseconds)
        next += 1
      }
    }
    var session: Session?
    while true {
      switch try source.next() {
      case .end:
        appendEvents(before: .max)
        return (script, session)
      case .begins:
        guard session == nil else { return (script, nil) }
        let state = try source.stateHere()
        source.resume(from: state)
        session = Session(state: state, header: replayer.header)
      case .step(let step):
        guard session != nil else { continue }
        appendEvents(before: step.number)
        milliseconds &+= step.elapsedMilliseconds
        guard !step.isUnfinished else {
          script.dropUnfinishedAction()
          continue
        }
        script.append(step: session?.steps.count ?? 0)
        session?.steps.append((step, source.action.pointee))
      case .outside: return (script, nil)
      case .mark(let step, _):
        appendEvents(before: step.number)
        milliseconds &+= step.elapsedMilliseconds
      case .keyframe, .digests: continue
      }
    }
  }

  // MARK: Replaying

  private func replay(
    _ session: Session, _ script: EffectScript, _ answers: EffectAnswers
  ) async -> EffectReport {
    DependencyReads.beginWatching()
    defer { DependencyReads.endWatching() }
    let work = TestWork(isSerial: true)
    defer { work.isSerial = false }
    await work.prepare()
    script.actionText = { session.actionText($0) }
    let steps = ReplayedSteps<State, Action>(
      script, session.steps, reads: PreparedReducer(replayer.app),
      actionText: { session.text(of: $0) })
    let engine = steps.engine(state: session.state, replayer.app, answers)
    while let item = script.current {
      let progress = script.progress
      onProgress()
      switch item {
      case .step(let index):
        let (step, action) = session.steps[index]
        if case .received = step.origin {
          await work.settle()
          if script.progress != progress || script.current == nil { continue }
        }
        _ = engine.send(action)
      case .event(let effect, let content):
        script.performDueOutputs()
        if script.progress != progress { continue }
        await work.settle()
        if script.progress != progress || script.current == nil || effect.obstacle != nil
          || script.answer(effect)
        {
          continue
        }
        script.endWaiting(of: effect, for: content)
      }
    }
    await work.settle()
    script.checkAdditional()
    let report = report(on: script, session)
    engine.cancelEffects()
    script.cancelCalls()
    await work.settle()
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
    let obstacles = script.effects.compactMap { effect in
      effect.obstacle.map {
        UnverifiedEffect(step: effect.step, position: effect.position, reason: $0)
      }
    }
    guard let (effect, call) = script.difference else {
      return EffectReport(
        verifiedCount: script.effects.count - obstacles.count, unverified: obstacles,
        divergence: nil, obstacle: nil)
    }
    let divergence = Divergence(
      step: effect.step, since: effect.step - 1, action: session.actionText(of: effect.step),
      kind: .call(call))
    return EffectReport(
      verifiedCount: 0, unverified: obstacles, divergence: divergence, obstacle: nil)
  }
}
