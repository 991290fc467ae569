import RecordedValues
import DependencyInjection
package import RecordCoding
package import ReducerRuntime
import SessionLog
import SessionModel
import SessionDocument
package import SessionRecording

/// A recorded session that resumes after one of its steps.
///
/// The initializer replays the steps once and throws if one of them diverges, since a log that
/// continues from such a step wouldn't replay.
package struct SessionResumption<State: Recordable, Action: Recordable> {
  package let path: String
  /// The step after which the session resumes; 0 for the initial state.
  package let step: UInt64
  /// The effects that may still have been running after the step, and are not started again.
  package let effects: UnfinishedEffects
  package let lastStackElementID: StackElementID?
  /// The date of the recording, as in the log's header.
  package let recorded: String
  package let hasMarks: Bool

  private let replayer: SessionReplayer<State, Action>
  private let reader: SessionReader
  private let end: KeptState<State>

  package init(
    path: String, after wanted: UInt64?, of replayer: SessionReplayer<State, Action>
  ) throws(ResumptionError) {
    let reader = try Self.open(path, replayer)
    let last = try Self.lastStep(of: reader)
    let step = wanted ?? last
    guard step <= last else { throw .noSuchStep(step, last: last, path: path) }
    let steps = try ResumedSteps(reader, to: step, of: replayer)
    var tracker = EffectTracker()
    var stackID: StackElementID?
    let header = replayer.header
    let actions = ActionText(schema: header.schema, type: header.action)
    let stackIDs = header.dependencies.firstIndex {
      $0.name == RecordedDependency.stackElementIDs.name
    }
    let end = try steps.proceed { step, action, effect, _ in
      tracker.note(step.number, step.origin, effect.shape) { actions.caseNames(of: action) }
      for read in step.reads where read.dependency == stackIDs {
        var decoder = RecordDecoder(read.bytes)
        if let id = try? decoder.decode(StackElementID.self) { stackID = id }
      }
    }
    self.end = KeptState(end)
    (self.path, self.step, self.replayer, self.reader) = (path, step, replayer, reader)
    lastStackElementID = stackID
    recorded = reader.header.recorded
    hasMarks = reader.header.requires.contains(SessionHeader.marks)
    for (sender, number) in Self.answers(after: step, in: reader) {
      tracker.note(answerOf: sender, at: number)
    }
    effects =
      try Self.runningSteps(after: step, in: reader).map { tracker.unfinished(ofSteps: $0) }
      ?? tracker.unfinished
  }

  /// Shared values belong to the current context, and have the values from the log.
  package func state() -> State { end.state() }

  /// Returns the steps again, to be written into a new log.
  package func steps() throws(ResumptionError) -> ResumedSteps<State, Action> {
    try ResumedSteps(reader, to: step, of: replayer)
  }

  private static func open(
    _ path: String, _ replayer: SessionReplayer<State, Action>
  ) throws(ResumptionError) -> SessionReader {
    let reader: SessionReader
    do throws(SessionReadError) {
      reader = try SessionReader(path: path)
    } catch {
      throw .unreadable(error)
    }
    if case .damaged(let damage) = reader.log.state {
      throw .unreadable(.log(.damaged(path: path, damage: damage)))
    }
    guard reader.header.level != .actions else {
      throw .noStates(reader.header.level, path: path)
    }
    guard !reader.log.blocks.isEmpty else { throw .noState(path: path) }
    guard reader.header.redacted == nil else { throw .redacted(path: path) }
    guard reader.log.stepsBeforeStart == 0 else {
      throw .laterStart(reader.log.stepsBeforeStart + 1, path: path)
    }
    return reader
  }

  private static func lastStep(of reader: SessionReader) throws(ResumptionError) -> UInt64 {
    do throws(SessionReadError) {
      guard let index = reader.log.blocks.indices.last else { return 0 }
      let last = reader.log.blocks[index].lastStep
      return try reader.steps(ofBlockAt: index).endsUnfinished ? last - 1 : last
    } catch {
      throw .unreadable(error)
    }
  }

  /// Returns the steps whose effects did not end, or `nil` if the log has no events.
  private static func runningSteps(
    after step: UInt64, in reader: SessionReader
  ) throws(ResumptionError) -> Set<UInt64>? {
    guard reader.header.recordsEffects else { return nil }
    var steps: [UInt64: UInt64] = [:]
    var running: Set<UInt64> = []
    do throws(SessionReadError) {
      for event in try reader.events(resumedAfter: step).lazy.map(\.event) {
        if case .began(let step) = event.content { steps[event.effect] = step }
        if case .abandoned = event.content, let step = steps[event.effect] { running.insert(step) }
      }
    } catch {
      throw .unreadable(error)
    }
    return running
  }

  private static func answers(
    after step: UInt64, in reader: SessionReader
  ) -> [(sender: UInt64, number: UInt64)] {
    var answers: [(sender: UInt64, number: UInt64)] = []
    guard var cursor = try? SessionCursor(reader, at: step) else { return answers }
    while let next = try? cursor.next() {
      if case .received(let sender) = next.origin, sender <= step {
        answers.append((sender, next.number))
      }
    }
    return answers
  }
}

package final class ResumedSteps<State: Recordable, Action: Recordable> {
  /// The state before the first step; valid only until the steps are replayed.
  package let initialState: State

  private let engine: ReplayEngine<State, Action>
  private let replayer: SessionReplayer<State, Action>
  private let form: SentActionForm
  private let path: String
  private let last: UInt64

  init(
    _ reader: SessionReader, to last: UInt64, of replayer: SessionReplayer<State, Action>
  ) throws(ResumptionError) {
    var report = ReplayReport(path: reader.log.path, verdict: .match)
    let state: State?
    do throws(ReplayStop) {
      engine = try replayer.engine(over: reader, &report)
      state = try engine.begin()
    } catch {
      throw .stopped(error)
    }
    guard let state else { throw .lostStep(0, path: reader.log.path) }
    initialState = state
    self.replayer = replayer
    engine.lastStep = last
    form = SentActionForm(in: replayer.header)
    path = reader.log.path
    self.last = last
  }

  /// Writes the steps into the log of a store that resumes from a state, with the calls of their
  /// effects if `keepsCalls` is true.
  @MainActor
  package func write(
    into recorder: SessionRecorder<State, Action>, resumingFrom state: State,
    keepsCalls: Bool = false
  ) throws(ResumptionError) {
    let events = keepsCalls ? try copiedEvents() : nil
    try recorder.resume(
      from: state, after: last, effect: events?.lastEffect ?? 0, call: events?.lastCall ?? 0
    ) { writer throws(ResumptionError) in
      writer.follow(engine.storage)
      let copier = StepCopier(engine, events, into: writer, form: form)
      defer { copier.end() }
      _ = try proceed()
      copier.writeRest()
    }
  }

  /// Returns the events through the last step, or `nil` if the log has no calls.
  private func copiedEvents() throws(ResumptionError) -> CopiedEvents? {
    let reader = engine.source.reader
    guard reader.header.recordsEffects else { return nil }
    do {
      return try CopiedEvents(
        try reader.events(resumedAfter: last), of: reader.header,
        for: replayer.header(of: .declared(by: replayer.app.assemble)))
    } catch let error as SessionReadError {
      throw .unreadable(error)
    } catch {
      throw .uncopied("\(error)", path: path)
    }
  }

  func proceed(
    onStep: @escaping (ReplayedStep, Action, Effect<Action>, UnsafePointer<State>) -> Void
  ) throws(ResumptionError) -> State {
    engine.onStep = onStep
    // The closure captures the engine.
    defer { engine.onStep = nil }
    return try proceed()
  }

  private func proceed() throws(ResumptionError) -> State {
    let state: State?
    do throws(ReplayStop) {
      try engine.proceed { _ in false }
      state = try engine.begin()
    } catch {
      throw .stopped(error)
    }
    if let divergence = engine.divergence { throw .differs(divergence, path: path) }
    guard engine.number == last, let state else { throw .lostStep(last, path: path) }
    return state
  }
}
