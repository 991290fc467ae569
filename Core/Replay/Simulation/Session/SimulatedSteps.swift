import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionModel
import SessionDocument
import SessionRecording
import SessionReplay

/// The observer of a simulated app: records each step, and checks the invariants after it.
@MainActor
final class SimulatedSteps<State: Recordable, Action: Recordable>: StateStorageObserver {
  private let recorder: SessionRecorder<State, Action>
  private let header: SessionHeader
  private let invariants: InvariantChecks<State, Action>
  private var encoder = RecordEncoder()
  /// The bytes of the action that is sent next, if they are known.
  var sentBytes: [UInt8]?
  /// The paths of the actions of the steps that have effects.
  private(set) var pathsOfSteps: [UInt64: String] = [:]
  /// Whether an effect sent the action that is being reduced; `nil` if none is being reduced.
  private(set) var isReducingReceived: Bool?
  private(set) var stepCount = 0
  /// The paths of actions that effects sent, and the paths of actions that came from their work.
  private(set) var sentByEffects: Set<String> = []
  private(set) var sentByWork: Set<String> = []
  /// Whether the work of an effect is sending the action.
  var isSentByWork = false
  var coverage: SessionCoverage
  /// The numbers of the steps whose effects are running.
  var runningSteps: () -> [UInt64] = { [] }
  private(set) var state: UnsafePointer<State>?

  init(
    _ recorder: SessionRecorder<State, Action>, header: SessionHeader,
    _ invariants: InvariantChecks<State, Action>
  ) {
    (self.recorder, self.header, self.invariants) = (recorder, header, invariants)
    coverage = SessionCoverage(header)
  }

  func storeWillBegin(in storage: StateStorage<State>) { recorder.storeWillBegin(in: storage) }

  func storeDidBegin(with state: UnsafePointer<State>) {
    self.state = state
    invariants.check(state, after: nil)
  }

  func numberOfStep(after last: UInt64) -> UInt64 { recorder.numberOfStep(after: last) }

  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    if case .received = origin { isReducingReceived = true } else { isReducingReceived = false }
    recorder.willReduce(action, number: number, origin: origin, state: state)
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    recorder.didReduce(action, number: number, origin: origin, effect: effect, state: state)
    stepCount += 1
    cover(action, effect.isNone ? nil : number)
    isReducingReceived = nil
    invariants.check(state, after: action)
  }

  private func bytes(of action: Action) -> [UInt8]? {
    encoder.reset()
    encoder.encode(action)
    return encoder.hasFailed ? nil : encoder.bytes
  }

  /// Notes an action, with the number of its step if that has effects.
  private func cover(_ action: Action, _ step: UInt64?) {
    guard let bytes = sentBytes.take() ?? bytes(of: action),
      let path = try? header.schema.casePath(ofEncoded: bytes, as: header.action)
    else { return }
    if isReducingReceived == true { sentByEffects.insert(path) }
    if isSentByWork { sentByWork.insert(path) }
    isSentByWork = false
    let running = isReducingReceived == true ? runningSteps().compactMap { pathsOfSteps[$0] } : []
    coverage.note(path, sentDuring: running)
    if let step { pathsOfSteps[step] = path }
  }
}

/// The checks of an app's invariants, which remember the whole session.
@MainActor
final class InvariantChecks<State, Action> {
  /// Returns the sentence of the first invariant that does not hold. All checks are in one
  /// function. An array of functions would be slow where the app's types are not known.
  private let violation: (UnsafePointer<State>, Action?, Duration) -> String?
  private let world: SimulatedWorld
  /// The sentence of the first invariant that did not hold.
  private(set) var violated: String?

  init(_ invariants: [Invariant<State, Action>], in world: SimulatedWorld) {
    self.world = world
    violation = invariants.reversed().reduce({ _, _, _ in nil }) { next, invariant in
      let holds = invariant.makeCheck()
      return { state, action, time in
        holds(state, action, time) ? next(state, action, time) : invariant.sentence
      }
    }
  }

  func check(_ state: UnsafePointer<State>, after action: Action?) {
    let sentence = violation(state, action, world.time)
    violated = violated ?? sentence
  }
}
