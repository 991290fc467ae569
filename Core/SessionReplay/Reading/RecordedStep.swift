package import ComposableArchitecture
package import RecordCoding
package import RecordSchema

/// A step as it stands in a log, read by the header's schema alone.
package struct RecordedStep: Sendable {
  /// The number of the step, from 1.
  package let number: UInt64
  /// Where the action came from.
  package let origin: StepOrigin
  /// The time since the step before.
  package let elapsedMilliseconds: UInt64
  /// The action.
  package let action: RecordedValue
  /// What the reducer drew from its dependencies.
  package let draws: [RecordedDraw]
  /// The shape of the effect that the reducer returned.
  package let effect: EffectShape
  /// Whether the state changed.
  package let hasChange: Bool
  /// Whether the app ended while it was reducing the step: what it led to is not known.
  package let isUnfinished: Bool
}
