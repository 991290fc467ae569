import ActionText
package import ComposableArchitecture
import DependencyInjection
package import RecordCoding
import SessionLog
package import SessionRecording

/// A recorded session that goes on after one of its steps.
///
/// Creating it goes through the steps once, and refuses those that do not go as recorded: a log of them
/// would not replay.
package struct SessionResumption<State: Recordable, Action: Recordable> {
  /// The path of the log.
  package let path: String
  /// The step after which the session goes on; 0 for the state before the first.
  package let step: UInt64
  /// The effects that may not have ended by then, and are not started again.
  package let effects: UnfinishedEffects
  /// The last identity that an element of a stack was given, if any was.
  package let lastStackElementID: StackElementID?
  /// When the session was recorded.
  package let recorded: String
  /// Whether the app marked the log.
  package let hasMarks: Bool

  private let replayer: SessionReplayer<State, Action>
  private let reader: SessionReader
  private let end: KeptState<State>

  /// Goes through the steps of a log up to one; `nil` for the last.
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
    let stackIDs = header.draws.firstIndex { $0.name == RecordedDependency.stackElementIDs.name }
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
    effects = tracker.unfinished
  }

  /// The state after the step, for a store that begins now.
  ///
  /// Shared values in it are those of the present context: they keep what the log has, whatever their
  /// storages hold.
  package func state() -> State { end.state() }

  /// The steps once more, to be written into another log.
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
    guard reader.header.level == .steps else {
      throw .noStates(reader.header.level, path: path)
    }
    guard !reader.log.blocks.isEmpty else { throw .noState(path: path) }
    guard reader.header.redacted == nil else { throw .redacted(path: path) }
    guard reader.log.stepsBeforeStart == 0 else {
      throw .laterStart(reader.log.stepsBeforeStart + 1, path: path)
    }
    return reader
  }

  /// The last step that was finished.
  private static func lastStep(of reader: SessionReader) throws(ResumptionError) -> UInt64 {
    do throws(SessionReadError) {
      guard let index = reader.log.blocks.indices.last else { return 0 }
      let last = reader.log.blocks[index].lastStep
      return try reader.steps(ofBlockAt: index).endsUnfinished ? last - 1 : last
    } catch {
      throw .unreadable(error)
    }
  }

  /// The actions after a step that effects of it or of steps before sent.
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

/// One way through the steps with which a session begins that goes on.
package final class ResumedSteps<State: Recordable, Action: Recordable> {
  /// The state before the first step, until the steps are gone through.
  package let initialState: State

  private let engine: ReplayEngine<State, Action>
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
    engine.lastStep = last
    form = SentActionForm(in: replayer.header)
    path = reader.log.path
    self.last = last
  }

  /// Writes the steps into the log of a store that goes on from a state.
  @MainActor
  package func write(
    into recorder: LogRecorder<State, Action>, goingOnFrom state: State
  ) throws(ResumptionError) {
    try recorder.resume(from: state, after: last) { writer throws(ResumptionError) in
      writer.follow(engine.storage)
      engine.onOutsideChange = { _ = writer.appendOutsideChange(elapsed: $0.elapsedMilliseconds) }
      engine.onMark = { writer.append(mark: $1, elapsed: $0.elapsedMilliseconds) }
      engine.onGap = { writer.skip(to: $0, from: $1) }
      _ = try proceed { [engine, form] step, action, effect, state in
        let details = StepDetails(
          step.origin, .of(engine.reads(of: step)), effect, form: form)
        let record = StepRecord(
          number: step.number, elapsedMilliseconds: step.elapsedMilliseconds, details: details)
        writer.append(action, record, leadingTo: state)
      }
    }
  }

  /// Goes through the steps, and returns the state after the last.
  func proceed(
    onStep: @escaping (ReplayedStep, Action, Effect<Action>, UnsafePointer<State>) -> Void
  ) throws(ResumptionError) -> State {
    engine.onStep = onStep
    // What is told refers to the engine.
    defer { engine.onStep = nil }
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
