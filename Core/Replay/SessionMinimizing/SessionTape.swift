import RecordedValues
import SessionRecording
import RecordCoding
import ReducerRuntime
import SessionLog
import SessionModel
import SessionDocument
import SessionReplay
import SharedState

/// The steps of a log, kept in memory to reduce candidates repeatedly.
///
/// The tape begins after the last gap and ends with the failing step. It contains no marks.
struct SessionTape<State: Recordable, Action: Recordable> {
  struct Step {
    let action: Action
    /// The recorded references of the action, which each run connects to its own state.
    let references: [UInt8]
    /// The index of the step whose effect sent the action; `nil` if the user sent it.
    fileprivate(set) var parent: Int?
    /// Whether the effect of the parent sent the action at once, before any work.
    let isSentAtOnce: Bool
    let elapsedMilliseconds: UInt64
    let reads: [RecordedRead]
    let effect: EffectShape
  }

  private struct Content {
    var state: State?
    var firstNumber: UInt64 = 1
    var steps: [Step] = []
    var indices: [UInt64: Int] = [:]
    /// The number of actions that the effect of each step may still send at once.
    var sendCounts: [Int: Int] = [:]
    var outside: UInt64?
    var before: RecordedValue?
    var after: RecordedValue?

    mutating func append(
      _ step: ReplayedStep, _ action: Action, references: [UInt8], _ effect: EffectShape
    ) {
      let index = steps.count
      let parent = step.origin.sender.flatMap { indices[$0] }
      let sendCount = parent.flatMap { sendCounts[$0] } ?? 0
      if let parent, sendCount > 0 { sendCounts[parent] = sendCount - 1 }
      indices[step.number] = index
      sendCounts[index] = effect.sendCount
      steps.append(
        Step(
          action: action, references: references, parent: parent, isSentAtOnce: sendCount > 0,
          elapsedMilliseconds: step.elapsedMilliseconds, reads: step.reads, effect: effect))
    }
  }

  let reader: SessionReader
  let header: SessionHeader
  let initialState: () throws(ReplayStop) -> State
  private(set) var steps: [Step]
  /// The index of each step by its number in the log.
  private(set) var indices: [UInt64: Int]
  private(set) var events: [TapeEvent]
  /// The log's index of each of the app's endpoints; `nil` for endpoints that it lacks.
  let endpointIndices: [Int?]
  let before: RecordedValue?
  let after: RecordedValue?

  init(
    path: String, through last: UInt64?, of replayer: SessionReplayer<State, Action>
  ) throws(MinimizerError) {
    let reader: SessionReader
    do throws(SessionReadError) {
      reader = try replayer.open(path)
    } catch {
      throw .cannotReplay(SessionReplayer<State, Action>.verdict(of: error))
    }
    let header = replayer.header(ofPartOf: reader.header)
    let content: Content
    let events: [TapeEvent]
    do throws(ReplayStop) {
      content = try Self.read(reader, through: last, header, replayer)
      let indices = content.indices
      events = try ReplayStop.unreadable { () throws(SessionReadError) in
        try Self.events(in: reader, indices)
      }
    } catch {
      throw .cannotReplay(SessionReplayer<State, Action>.verdict(of: error, after: nil))
    }
    if let outside = content.outside { throw .outsideChange(step: outside) }
    guard let state = content.state, !content.steps.isEmpty else { throw .noSteps(path: path) }
    let isReference = SharedReference.first(in: State.self) != nil
    let firstNumber = content.firstNumber
    // Every run needs a state of its own, because shared values change in place.
    initialState = { () throws(ReplayStop) in
      isReference ? try Self.state(before: firstNumber, in: reader, replayer) : state
    }
    (self.reader, self.header, steps) = (reader, header, content.steps)
    (self.events, indices) = (events, content.indices)
    endpointIndices = header.endpointIndices(in: reader.header)
    (before, after) = (content.before, content.after)
  }

  private static func read(
    _ reader: SessionReader, through last: UInt64?, _ header: SessionHeader,
    _ replayer: SessionReplayer<State, Action>
  ) throws(ReplayStop) -> Content {
    var report = ReplayReport(path: reader.log.path, verdict: .match)
    let source = try replayer.engine(over: reader, &report).source
    // The actions are connected to the state of each run.
    source.storage = nil
    var content = Content()
    while true {
      switch try source.next() {
      case .end: return content
      case .begins(let number):
        content = Content()
        let state = try source.stateHere()
        source.resume(from: state)
        (content.state, content.firstNumber) = (state, number)
        if number == last { content.before = header.value(of: state) }
      case .keyframe, .digests, .mark: continue
      case .outside(let step): content.outside = content.outside ?? step.number
      case .step(let step):
        content.append(
          step, source.action.pointee, references: source.actionReferences,
          source.recordedEffect())
        guard let last, let state = content.state, step.number + 1 >= last else { continue }
        let recorded =
          step.isUnfinished
          ? nil : try source.recordedState(like: state).flatMap { header.value(of: $0) }
        if step.number < last { content.before = recorded } else { content.after = recorded }
        if step.number >= last { return content }
      }
    }
  }

  private static func state(
    before number: UInt64, in reader: SessionReader, _ replayer: SessionReplayer<State, Action>
  ) throws(ReplayStop) -> State {
    var report = ReplayReport(path: reader.log.path, verdict: .match)
    let source = try replayer.engine(over: reader, &report).source
    while true {
      guard case .begins(let found) = try source.next() else { continue }
      let state = try source.stateHere()
      if found == number { return state }
      source.resume(from: state)
    }
  }

  /// Adds a step. The indices of the steps from there on increase by one.
  mutating func add(_ step: AddedStep) {
    guard let action = Action(decoding: step.action) else { return }
    func moved(_ index: Int) -> Int { index < step.stepIndex ? index : index + 1 }
    for index in steps.indices { steps[index].parent = steps[index].parent.map(moved) }
    steps.insert(
      Step(
        action: action, references: [], parent: step.parent, isSentAtOnce: true,
        elapsedMilliseconds: 0, reads: [], effect: .none), at: step.stepIndex)
    indices = indices.mapValues(moved)
    events = events.map { event in
      TapeEvent(
        event: event.event, stepIndex: moved(event.stepIndex),
        nextIndex: event.nextIndex.map(moved), elapsedMilliseconds: event.elapsedMilliseconds)
    }
  }

  var lastActionName: String? { actionName(at: steps.count - 1) }

  /// Returns the cases of the action of a step, without values.
  func actionName(at stepIndex: Int) -> String? {
    let actions = ActionText(schema: header.schema, type: header.action)
    return header.value(ofAction: steps[stepIndex].action).map {
      actions.compactText(of: $0).caseNames
    }
  }

  func action(at stepIndex: Int, in candidate: SessionCandidate) -> Action? {
    guard let bytes = candidate.actions[stepIndex] else { return steps[stepIndex].action }
    return Action(decoding: bytes)
  }

  func reads(at stepIndex: Int, in candidate: SessionCandidate) -> [RecordedRead] {
    if let supplied = candidate.supplied[stepIndex] { return supplied }
    guard let bytes = candidate.reads[stepIndex] else { return steps[stepIndex].reads }
    return zip(steps[stepIndex].reads, bytes).map {
      RecordedRead(dependency: $0.dependency, bytes: $1)
    }
  }
}

extension StepOrigin {
  fileprivate var sender: UInt64? {
    if case .received(let startedBy) = self { startedBy } else { nil }
  }
}

extension SessionHeader {
  func bytes(of value: RecordedValue, as type: TypeReference) -> [UInt8] {
    schema.bytes(of: value, as: type)
  }
}

extension SessionReplayer {
  /// Returns the header for a log with some of the old log's steps, numbered from 1, and their
  /// calls.
  func header(ofPartOf old: SessionHeader) -> SessionHeader {
    var new = header(renewing: old)
    new.requires.removeAll { [SessionHeader.marks, LogFormat.laterStart].contains($0) }
    new.level = .steps
    guard old.recordsEffects else { return new }
    let calls = header(of: CallableEndpoints.declared(by: app.assemble))
    // The types of calls follow the others, whose references stay the same.
    (new.schema, new.endpoints, new.redacted) = (calls.schema, calls.endpoints, calls.redacted)
    new.requires.append(SessionHeader.calls)
    new.optional = old.optional.filter { $0 == SessionHeader.clockDurations }
    new.level = .effects
    return new
  }
}
