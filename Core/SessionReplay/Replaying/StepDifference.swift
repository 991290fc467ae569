import ComposableArchitecture

/// How a step differs from the recorded one, in short.
enum StepDifference {
  /// The state changed otherwise.
  case state
  /// The state changed as recorded, but another effect was returned.
  case effect(expected: EffectShape, actual: EffectShape)
  /// The step that is recorded as the sender of the action has an effect that does not send it.
  case sender(startedBy: UInt64, effect: EffectShape)
  /// The reducer drew other values.
  case dependency(DrawProblem)
  /// The step is as recorded, but the reducer used dependencies that are not in the log.
  case unrecorded
}
