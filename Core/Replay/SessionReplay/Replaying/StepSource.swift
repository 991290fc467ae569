import RecordCoding

/// What a replay goes through: the steps of a log, as values of this build's types.
///
/// There are two: `TypedSteps` reads logs of this build's types, byte by byte; `ResolvedSteps` reads
/// logs of other types, value by value.
protocol StepSource<State, Action>: AnyObject {
  associatedtype State: Recordable
  associatedtype Action: Recordable

  /// The log, which may have grown when all of it has been passed.
  var reader: SessionReader { get set }
  /// Whether a step in which the app ended when it was recorded is given, or left alone.
  var entersUnfinishedStep: Bool { get set }
  /// How the actions and effects of the log are printed.
  var text: EffectText { get }

  /// Where the action of the last step stands until the next is read.
  var action: UnsafePointer<Action> { get }

  /// Goes on to what comes next.
  func next() throws(ReplayStop) -> StepEvent
  /// The state that the log holds at the place that `next` found as `begins` or `keyframe`.
  func stateHere() throws(ReplayStop) -> State
  /// Compares the state after the last step with the recorded one, as far as the log tells.
  func compare(_ state: UnsafePointer<State>) throws(ReplayStop) -> StateMatch
  /// Whether a state is that of the keyframe that `next` found.
  func isKeyframe(_ state: UnsafePointer<State>, afterDivergence: Bool) throws(ReplayStop) -> Bool
  /// The difference of a state from what only the keyframe that `next` found holds, or from the
  /// digests that it found; `nil` if there is none, or if the log does not tell.
  func partsDifference(of state: UnsafePointer<State>) throws(ReplayStop) -> StateDivergence?
  /// Whether a state is the recorded one after the last step, each compared as a whole; true where
  /// the log does not tell.
  func isWholeState(_ state: State) throws(ReplayStop) -> Bool
  /// The bytes of a state after the change from outside that `next` found, which the state was
  /// before; `nil` where the log does not tell.
  func stateAfterOutsideChange(
    of state: UnsafePointer<State>
  ) throws(ReplayStop) -> [UInt8]?
  /// The effect of the last step, as it is recorded.
  func recordedEffect() -> EffectShape
  /// Takes another state for that after the last step.
  func goOn(from state: State)
  /// The recorded state after the last step, if the log has it.
  ///
  /// What the log does not hold of it, such as the edits that can be undone, is as in `state`.
  func recordedState(like state: State) throws(ReplayStop) -> State?
  /// The action of the last step, as it would be written in a script.
  func actionText() throws(ReplayStop) -> String
  /// Where a state differs from the recorded one after the last step.
  func divergence(of state: State) throws(ReplayStop) -> StateDivergence
}

/// What comes next in a log.
enum StepEvent {
  /// Nothing, or nothing yet.
  case end
  /// The state before a step, which is not what steps before it led to: the first, or one behind a gap.
  case begins(firstStep: UInt64)
  /// A state, to which the steps before it must have led.
  case keyframe
  /// The digests of what a keyframe would hold.
  case digests
  /// A step.
  case step(ReplayedStep)
  /// A step without an action: shared state was changed from outside.
  case outside(ReplayedStep)
  /// A step without an action: the app marked the log.
  case mark(ReplayedStep, text: String)
}

/// A step of a log as a replay takes it, without its action.
// Nor with its type: to look that up for each step would cost a tenth of one.
package struct ReplayedStep {
  /// The number of the step, from 1.
  package let number: UInt64
  /// Where the action came from.
  package let origin: StepOrigin
  /// The time since the step before.
  package var elapsedMilliseconds: UInt64 = 0
  /// What the reducer read, by the indexes of the app's dependencies.
  package var reads: [RecordedRead] = []
  /// Whether the app ended while it was reducing the step.
  package var isUnfinished = false
  /// Whether the recorded step has an effect.
  package var hasEffect = false

  /// Describes a step without reads and effect.
  package init(number: UInt64, origin: StepOrigin) {
    self.number = number
    self.origin = origin
  }
}

extension ReplayedStep {
  init(
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

/// How a state compares with what a log holds of it.
enum StateMatch {
  case same
  case different
  /// The log does not tell.
  case unknown
}
