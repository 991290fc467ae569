import ComposableArchitecture

/// How a step differs from the recorded one, in short.
enum StepDifference {
  /// The state changed otherwise.
  case state
  /// The state changed as recorded, but another effect was returned.
  case effect(expected: EffectShape, actual: EffectShape)
  /// The reducer drew other values.
  case dependency(DrawProblem)
}
