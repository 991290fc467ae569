package import RecordCoding
package import ReducerRuntime
package import SessionModel
package import SessionDocument

/// A source of the steps of a log as values of this build's types.
///
/// `TypedSteps` reads the same types, byte by byte. `ResolvedSteps` reads different types, value by
/// value. `KeptSteps` returns the steps of a candidate for a smaller session.
package protocol StepSource<State, Action>: AnyObject {
  associatedtype State: Recordable
  associatedtype Action: Recordable

  /// The log, which may grow after all of it has been read.
  var reader: SessionReader { get set }
  /// Whether to return the step in which the recorded app ended, instead of skipping it.
  var entersUnfinishedStep: Bool { get set }
  var text: EffectText { get }
  /// The state of the replay. References of actions lead to its values.
  var storage: StateStorage<State>? { get set }

  /// A pointer to the action of the last step, valid until the next call to `next`.
  var action: UnsafePointer<Action> { get }

  /// The recorded references of that action.
  var actionReferences: [UInt8] { get }

  func next() throws(ReplayStop) -> StepEvent
  /// Returns the recorded state at a `begins` or `keyframe` event.
  func stateHere() throws(ReplayStop) -> State
  /// Compares the state after the last step with the recorded one, as far as the log has it.
  func compare(_ state: UnsafePointer<State>) throws(ReplayStop) -> StateMatch
  /// Returns whether a state equals the state of the keyframe that `next` returned.
  func isKeyframe(_ state: UnsafePointer<State>, afterDivergence: Bool) throws(ReplayStop) -> Bool
  /// The first difference from the last keyframe's supplement or digests, if the log has them.
  func partsDifference(of state: UnsafePointer<State>) throws(ReplayStop) -> StateDivergence?
  /// Returns `true` if the log doesn't have the recorded state.
  func isWholeState(_ state: State) throws(ReplayStop) -> Bool
  /// The bytes after the outside change that `next` returned, if the log has them.
  func stateAfterOutsideChange(
    of state: UnsafePointer<State>
  ) throws(ReplayStop) -> [UInt8]?
  func recordedEffect() -> EffectShape
  /// Replaces the state after the last step.
  func resume(from state: State)
  /// The recorded state, if the log has it. The parts that only keyframes store come from `state`.
  func recordedState(like state: State) throws(ReplayStop) -> State?
  func actionText() throws(ReplayStop) -> String
  func divergence(of state: State) throws(ReplayStop) -> StateDivergence
}

package enum StepEvent {
  /// The end of the log, at least for now.
  case end
  /// The state before the first step, or before the first step after a gap. No step led to it.
  case begins(firstStep: UInt64)
  /// A state that the preceding steps must have led to.
  case keyframe
  /// The digests of the parts that a keyframe would store.
  case digests
  case step(ReplayedStep)
  /// A change of shared state from outside: a step without an action.
  case outside(ReplayedStep)
  /// A mark that the app set: a step without an action.
  case mark(ReplayedStep, text: String)
}

/// A step of a log in a replay, without its action.
// Not generic over the action, since the type lookup would cost a tenth of a step.
package struct ReplayedStep {
  package let number: UInt64
  package let origin: StepOrigin
  /// The time since the previous step.
  package var elapsedMilliseconds: UInt64 = 0
  /// The reads of the reducer, with the indices of the app's dependencies.
  package var reads: [RecordedRead] = []
  package var isUnfinished = false
  package var hasEffect = false

  package init(number: UInt64, origin: StepOrigin) {
    self.number = number
    self.origin = origin
  }
}

extension ReplayedStep {
  package init(
    number: UInt64, origin: StepOrigin, elapsedMilliseconds: UInt64, reads: [RecordedRead],
    isUnfinished: Bool, hasEffect: Bool
  ) {
    self.init(number: number, origin: origin)
    self.elapsedMilliseconds = elapsedMilliseconds
    self.reads = reads
    self.isUnfinished = isUnfinished
    self.hasEffect = hasEffect
  }
}

package enum StateMatch {
  case same
  case different
  case unknown
}
