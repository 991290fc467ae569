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
  private let replayer: SessionReplayer<State, Action>
  /// The app's endpoints. Finding them assembles the whole reducer, so logs share them.
  private let endpoints: Deferred<CallableEndpoints>
  private let header: Deferred<SessionHeader>
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
    guard RuntimeHooks.failure == nil else { return .unverified(Self.missingHooks) }
    do throws(ReplayStop) {
      let reader = try ReplayStop.unreadable { () throws(SessionReadError) in
        try replayer.open(path)
      }
      guard reader.header.endpoints != nil else { return .unverified("it has no calls") }
      guard let session = try read(reader) else {
        return .unverified("it does not start with a state, or has a gap or changes from outside")
      }
      return await replay(session)
    } catch {
      return .unverified("it cannot be read")
    }
  }

  /// Replays the effects of a session whose steps have been verified.
  package func replay(_ session: EffectSession<State, Action>) async -> EffectReport {
    guard RuntimeHooks.failure == nil else { return .unverified(Self.missingHooks) }
    let script = EffectScript(header: session.header, stepsBeforeStart: session.stepsBeforeStart)
    var itemIndices: [Int] = []
    session.append(to: script, &itemIndices)
    let answers = EffectAnswers(
      script, endpoints: endpoints.value, indices: session.endpointIndices,
      coding: CallCoding(masksText: session.header.redacted != nil))
    var report = await IssueReports.withHandler {
      Self.note($0, in: script)
    } operation: {
      await replay(session, script, answers)
    }
    if let entry = script.differenceIndex, itemIndices.indices.contains(entry) {
      report.item = itemIndices[entry]
    }
    if script.difference == nil, !script.isStopped {
      report.missing = script.effects.filter { !$0.hasBegun }.map { ($0.step, $0.position) }
    }
    report.call = script.differingCall.map { ($0.endpoint, $0.arguments) }
    return report
  }

  private static var missingHooks: String {
    "running effects in a fixed order needs Swift 6.3 on Linux"
  }

  /// Returns a session without steps and events of the app's present types.
  package func session(from state: State) -> EffectSession<State, Action> {
    let header = header.value
    return EffectSession(
      state: state, header: header, actions: header,
      endpointIndices: (header.endpoints ?? []).indices.map { $0 })
  }

  // MARK: Reading

  /// Returns the session of a log; `nil` if its effects cannot be replayed.
  private func read(
    _ reader: SessionReader
  ) throws(ReplayStop) -> EffectSession<State, Action>? {
    let source = try replayer.steps(over: reader)
    let events = try ReplayStop.unreadable { () throws(SessionReadError) in
      var events: [RecordedEvent] = []
      for block in reader.log.blocks.indices { events += try reader.events(ofBlockAt: block) }
      return events
    }
    var next = 0
    var milliseconds: UInt64 = 0
    var session: EffectSession<State, Action>?
    func appendEvents(before step: UInt64) {
      while next < events.count, events[next].step < step {
        session?.items.append(
          .event(
            events[next].event, milliseconds: milliseconds &+ events[next].elapsedMilliseconds))
        next += 1
      }
    }
    while true {
      switch try source.next() {
      case .end:
        appendEvents(before: .max)
        return session
      case .begins:
        guard session == nil else { return nil }
        let state = try source.stateHere()
        source.resume(from: state)
        session = EffectSession(
          state: state, header: reader.header, actions: replayer.header,
          endpointIndices: header.value.endpointIndices(in: reader.header),
          stepsBeforeStart: reader.log.stepsBeforeStart)
      case .step(let step):
        guard session != nil else { continue }
        appendEvents(before: step.number)
        milliseconds &+= step.elapsedMilliseconds
        session?.items.append(.step(step, source.action.pointee))
      case .outside: return nil
      case .mark(let step, _):
        appendEvents(before: step.number)
        milliseconds &+= step.elapsedMilliseconds
      case .keyframe, .digests: continue
      }
    }
  }

  // MARK: Replaying

  private func replay(
    _ session: EffectSession<State, Action>, _ script: EffectScript, _ answers: EffectAnswers
  ) async -> EffectReport {
    DependencyReads.beginWatching()
    defer { DependencyReads.endWatching() }
    let work = TestWork(isSerial: true)
    defer { work.isSerial = false }
    await work.prepare()
    script.actionText = { session.actionText(at: $0) }
    let steps = ReplayedSteps<State, Action>(
      script, session, reads: PreparedReducer(replayer.app))
    let engine = steps.engine(state: session.state, replayer.app, answers)
    while let item = script.current {
      let progress = script.progress
      onProgress()
      switch item {
      case .step(let index):
        guard let (step, action) = session.step(at: index) else { continue }
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

  private func report(
    on script: EffectScript, _ session: EffectSession<State, Action>
  ) -> EffectReport {
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
      step: effect.step, since: effect.step - 1, action: session.actionText(ofStep: effect.step),
      kind: .call(call))
    return EffectReport(
      verifiedCount: 0, unverified: obstacles, divergence: divergence, obstacle: nil)
  }
}
