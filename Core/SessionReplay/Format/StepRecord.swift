import ComposableArchitecture

/// A step as it is written, without its action and its change of state.
struct StepRecord {
  let number: UInt64
  let origin: StepOrigin
  /// Since the step before, or since the recording began.
  let elapsedMilliseconds: UInt64
  /// `nil` if the reducer drew nothing.
  let draws: DrawRecording?
  let effect: EffectShape
  /// The identities in the effect; left out where no secret can be among them.
  var identities: [any Hashable & Sendable] = []
}
