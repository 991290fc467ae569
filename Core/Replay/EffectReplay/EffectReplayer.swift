import ReducerRuntime
import DependencyInjection
package import RecordCoding
import ActionText
import RecordedValues
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

  package init(_ replayer: SessionReplayer<State, Action>) {
    self.replayer = replayer
  }

  /// Replays the effects of a log whose steps have been verified.
  package func replay(path: String) async -> EffectReport {
    do throws(ReplayStop) {
      let reader = try ReplayStop.unreadable { () throws(SessionReadError) in
        try replayer.open(path)
      }
      guard let recorded = reader.header.endpoints else { return .unverified("it has no calls") }
      let endpoints = CallableEndpoints.declared(by: replayer.app.assemble)
      let (script, session) = try read(reader)
      guard let session else {
        return .unverified("it does not start with a state, or has a gap or changes from outside")
      }
      let answers = EffectAnswers(
        script, endpoints: endpoints,
        indices: indices(of: recorded, in: reader.header, of: endpoints),
        coding: CallCoding(masksText: reader.header.redacted != nil))
      return await replay(session, script, answers)
    } catch {
      return .unverified("it cannot be read")
    }
  }

  // MARK: Reading

  /// A session to replay: a state and the steps that follow it.
  private struct Session {
    let state: State
    let header: SessionHeader
    var steps: [(step: ReplayedStep, action: Action)] = []

    /// Returns the action of a step as text.
    func actionText(_ number: UInt64) -> String {
      guard let action = steps.first(where: { $0.step.number == number })?.action else { return "" }
      var encoder = RecordEncoder()
      encoder.encode(action)
      let text = ActionText(schema: header.schema, type: header.action)
      var decoder = RecordDecoder(encoder.bytes)
      let value = try? decoder.decodeValue(of: header.action, in: header.schema)
      return value.map { text.text(of: $0) } ?? ""
    }
  }

  private func read(
    _ reader: SessionReader
  ) throws(ReplayStop) -> (EffectScript, Session?) {
    let script = EffectScript(header: reader.header)
    let source = try replayer.steps(over: reader)
    let events = try ReplayStop.unreadable { () throws(SessionReadError) in
      var events: [RecordedEvent] = []
      for block in reader.log.blocks.indices { events += try reader.events(ofBlockAt: block) }
      return events
    }
    var next = 0
    func appendEvents(before step: UInt64) {
      while next < events.count, events[next].step < step {
        script.append(events[next].event)
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
        session = Session(state: try source.stateHere(), header: replayer.appHeader)
      case .step(let step):
        guard session != nil, !step.isUnfinished else { continue }
        appendEvents(before: step.number)
        script.append(step: session?.steps.count ?? 0)
        session?.steps.append((step, source.action.pointee))
      case .outside: return (script, nil)
      case .keyframe, .digests, .mark: continue
      }
    }
  }

  /// Returns the log's index of each of the app's endpoints, for those with equal types.
  private func indices(
    of recorded: [SessionHeader.Endpoint], in header: SessionHeader, of endpoints: CallableEndpoints
  ) -> [Int?] {
    let app = replayer.header(of: endpoints)
    return (app.endpoints ?? []).map { endpoint in
      recorded.firstIndex { other in
        endpoint.name == other.name && endpoint.isStream == other.isStream
          && endpoint.types.count == other.types.count
          && zip(endpoint.types, other.types).allSatisfy { type, otherType in
            SchemaDifference.first(from: header.schema, otherType, to: app.schema, type) == nil
          }
      }
    }
  }

  // MARK: Replaying

  private func replay(
    _ session: Session, _ script: EffectScript, _ answers: EffectAnswers
  ) async -> EffectReport {
    let work = TestWork(isSerial: true)
    defer { work.isSerial = false }
    await work.prepare()
    let steps = ReplayedSteps<State, Action>(
      script, session.steps.map(\.step), reads: PreparedReducer(replayer.app))
    let engine = steps.engine(state: session.state, replayer.app, answers)
    var divergence: (RecordedEffect, CallDivergence)?
    while divergence == nil, let item = script.current {
      let progress = script.progress
      switch item {
      case .step(let index):
        let (step, action) = session.steps[index]
        if case .received = step.origin {
          await work.settle()
          if script.progress != progress { continue }
        }
        _ = engine.send(action)
      case .event(let effect, let content):
        script.performDueOutputs()
        if script.progress != progress { continue }
        await work.settle()
        // The effect may have met an obstacle meanwhile.
        if script.progress != progress || effect.obstacle != nil || script.answer(effect) {
          continue
        }
        divergence = (effect, self.divergence(of: effect, at: content, in: script.header))
      }
    }
    await work.settle()
    if divergence == nil {
      for effect in script.effects where effect.obstacle == nil {
        guard let output = effect.pending.first else { continue }
        divergence = (
          effect,
          CallDivergence(
            position: effect.position, cause: .additional, expected: "nothing more",
            actual: text(of: output, in: script.header))
        )
        break
      }
    }
    let obstacles = script.effects.compactMap { effect in
      effect.obstacle.map {
        UnverifiedEffect(step: effect.step, position: effect.position, reason: $0)
      }
    }
    let count = script.effects.count - obstacles.count
    engine.cancelEffects()
    script.cancelCalls()
    await work.settle()
    return EffectReport(
      verifiedCount: divergence == nil ? count : 0, unverified: obstacles,
      divergence: divergence.map { effect, call in
        Divergence(
          step: effect.step, since: effect.step - 1, action: session.actionText(effect.step),
          kind: .call(call))
      }, obstacle: nil)
  }

  private func divergence(
    of effect: RecordedEffect, at content: EffectEvent.Content, in header: SessionHeader
  ) -> CallDivergence {
    let expected = text(of: content, in: header)
    if let output = effect.pending.first {
      let actual = text(of: output, in: header)
      let cause: CallDivergence.Cause =
        if case .called = output {
          if case .called = content { .otherCall } else { .additional }
        } else {
          .missing
        }
      return CallDivergence(
        position: effect.position, cause: cause, expected: expected, actual: actual)
    }
    let isUnconsumed = effect.calls.values.contains(where: \.hasElement)
    return CallDivergence(
      position: effect.position, cause: isUnconsumed ? .unconsumed : .missing, expected: expected,
      actual: "it waits for something that the log does not have")
  }

  private func text(of content: EffectEvent.Content, in header: SessionHeader) -> String {
    switch content {
    case .called(_, let endpoint, let arguments):
      header.text(ofCallOf: endpoint, arguments)
    case .sent: "an action"
    case .finished: "its end"
    case .canceled: "its end after a cancellation"
    case .began, .element, .ended: ""
    }
  }

  private func text(of output: RecordedEffect.Output, in header: SessionHeader) -> String {
    switch output {
    case .called(let call): header.text(ofCallOf: call.endpoint, call.arguments)
    case .sent: "an action"
    case .finished: "its end"
    case .canceled: "its end after a cancellation"
    }
  }
}

extension SessionHeader.Endpoint {
  fileprivate var types: [TypeReference] {
    arguments + (answer.map { [$0] } ?? []) + (failure.map { [$0] } ?? [])
  }
}

/// The observer of a store that replays the steps of a script.
private final class ReplayedSteps<State: Recordable, Action: Recordable>: StepObserver {
  private let script: EffectScript
  private let steps: [ReplayedStep]
  private let reads: PreparedReducer<State, Action>

  init(
    _ script: EffectScript, _ steps: [ReplayedStep], reads: PreparedReducer<State, Action>
  ) {
    (self.script, self.steps, self.reads) = (script, steps, reads)
  }

  func engine(
    state: State, _ app: ReplayedApp<State, Action>, _ answers: EffectAnswers
  ) -> StoreEngine<State, Action> {
    let dependencies = reads.dependencies(observedBy: answers)
    return StoreEngine(
      state: state, reducer: { app.assemble() }, dependencies: dependencies, observer: self)
  }

  func numberOfStep(after last: UInt64) -> UInt64 {
    guard let index = script.takeStep() else { return last + 1 }
    reads.reads.answer(steps[index].reads)
    return steps[index].number
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    _ = reads.reads.endAnswering()
  }
}
