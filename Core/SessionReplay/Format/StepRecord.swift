import ComposableArchitecture
import RecordCoding

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

  /// What a log keeps of a step's effect, and of where the step came from.
  convenience init(
    _ origin: StepOrigin, _ draws: DrawRecording?, _ effect: Effect<some Recordable>,
    form: SentActionForm
  ) {
    self.init(
      origin: origin, draws: draws, effect: effect.shape { form($0) },
      identities: form.hasSecrets ? effect.identities : [])
  }
}
