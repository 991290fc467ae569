import ComposableArchitecture

/// A step as it is written, without its action and its change of state.
struct StepRecord {
  let number: UInt64
  /// Since the step before, or since the recording began.
  let elapsedMilliseconds: UInt64
  /// What few steps have; `nil` if the user sent the action, and it drew nothing and has no effect.
  let details: StepDetails?
}

/// What a step has that few steps have.
///
/// An object, so that most steps do with one empty word.
final class StepDetails {
  let origin: StepOrigin
  /// `nil` if the reducer drew nothing.
  let draws: DrawRecording?
  let effect: EffectShape
  /// The identities in the effect; left out where no secret can be among them.
  let identities: [any Hashable & Sendable]

  init(
    origin: StepOrigin, draws: DrawRecording?, effect: EffectShape,
    identities: [any Hashable & Sendable]
  ) {
    self.origin = origin
    self.draws = draws
    self.effect = effect
    self.identities = identities
  }
}
