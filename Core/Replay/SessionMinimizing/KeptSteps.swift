import SessionRecording
import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionLog
import SessionDocument
import SessionReplay

/// A source that feeds the steps of a candidate to the replay engine.
///
/// Recorded states don't apply once other steps are removed. Most steps are therefore accepted as
/// this build reduces them. Only two kinds are compared: the last step, whose difference is carried
/// over, and steps with the same action, which must change the state as they did before.
final class KeptSteps<State: Recordable, Action: Recordable>: StepSource {
  var reader: SessionReader
  var entersUnfinishedStep = true
  var storage: StateStorage<State>?
  let text: EffectText

  private let tape: SessionTape<State, Action>
  private let candidate: SessionCandidate
  private let stepIndices: [Int]
  /// The numbers of the tape's steps in the candidate; 0 for a removed step.
  private var numbers: [UInt64]
  private var position = -1
  private let pointer: UnsafeMutablePointer<Action>
  private var hasAction = false
  private var track: StateTrack<State>?
  private var change = RecordEncoder()

  /// The actions that effects must send at once, if the session is an edited one.
  var sentActions: SentActions<State, Action>?
  private(set) var finding: EditFinding?

  var hasEnded = false
  /// The maximum number of steps to return.
  var limit: Int
  /// Compares a step, given its index, its encoded change, and the states before and after it.
  var matchState: (Int, [UInt8], State, UnsafePointer<State>) -> StateMatch = { _, _, _, _ in .same
  }
  /// Returns the effect that a step must have; `nil` for any.
  var requiredEffect: (Int) -> EffectShape? = { _ in nil }
  var isCompared = true
  var actualEffect = EffectShape.none

  init(_ tape: SessionTape<State, Action>, _ candidate: SessionCandidate) {
    self.tape = tape
    self.candidate = candidate
    reader = tape.reader
    text = EffectText(header: tape.header)
    stepIndices = candidate.stepIndices
    limit = stepIndices.count
    numbers = Array(repeating: 0, count: tape.steps.count)
    for (index, stepIndex) in stepIndices.enumerated() { numbers[stepIndex] = UInt64(index + 1) }
    pointer = .allocate(capacity: 1)
  }

  deinit {
    if hasAction { pointer.deinitialize(count: 1) }
    pointer.deallocate()
  }

  /// The index in the tape of the step that was returned last.
  var stepIndex: Int { stepIndices[position - 1] }

  var action: UnsafePointer<Action> { UnsafePointer(pointer) }
  var actionReferences: [UInt8] { tape.steps[stepIndex].references }

  func next() throws(ReplayStop) -> StepEvent {
    if position < 0 {
      position = 0
      return .begins(firstStep: 1)
    }
    if !hasEnded {
      finding = sentActions?.finding(before: position < limit ? stepIndices[position] : nil)
      hasEnded = finding != nil || position >= limit
    }
    guard !hasEnded else { return .end }
    let stepIndex = stepIndices[position]
    let sent = sentActions?.changed[stepIndex].map { Action(decoding: $0) }
    guard let action = sent ?? tape.action(at: stepIndex, in: candidate) else {
      hasEnded = true
      return .end
    }
    let connected = storage?.connecting(action, by: tape.steps[stepIndex].references) ?? action
    if hasAction { pointer.pointee = connected } else { pointer.initialize(to: connected) }
    hasAction = true
    position += 1
    return .step(step(at: stepIndex))
  }

  func step(at stepIndex: Int) -> ReplayedStep {
    let step = tape.steps[stepIndex]
    let sender = step.parent.map { numbers[$0] } ?? 0
    return ReplayedStep(
      number: numbers[stepIndex], origin: sender == 0 ? .sent : .received(startedBy: sender),
      elapsedMilliseconds: step.elapsedMilliseconds,
      reads: tape.reads(at: stepIndex, in: candidate),
      isUnfinished: false, hasEffect: true)
  }

  func stateHere() throws(ReplayStop) -> State { try tape.initialState() }

  func resume(from state: State) {
    if let track { track.state = state } else { track = StateTrack(state) }
  }

  func compare(_ state: UnsafePointer<State>) throws(ReplayStop) -> StateMatch {
    guard isCompared, let track else { return .same }
    // Comparing the last step requires the state before it, too.
    let before = track.state
    change.reset()
    _ = track.advance(to: state, into: &change)
    return matchState(stepIndex, change.bytes, before, state)
  }

  func recordedEffect() -> EffectShape { requiredEffect(stepIndex) ?? actualEffect }

  func isKeyframe(_ state: UnsafePointer<State>, afterDivergence: Bool) -> Bool { true }
  func partsDifference(of state: UnsafePointer<State>) -> StateDivergence? { nil }
  func isWholeState(_ state: State) -> Bool { true }
  func stateAfterOutsideChange(of state: UnsafePointer<State>) -> [UInt8]? { nil }
  func recordedState(like state: State) -> State? { nil }
  func actionText() -> String { "" }
  func divergence(of state: State) -> StateDivergence { .tooLarge }
}
