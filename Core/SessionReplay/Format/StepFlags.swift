/// The first byte of a step: which of its optional parts follow.
struct StepFlags: OptionSet {
  let rawValue: UInt8

  /// An effect sent the action; how many steps ago that effect was started follows.
  static let received = StepFlags(rawValue: 1 << 0)
  /// Time has passed since the step before; the milliseconds follow.
  static let elapsed = StepFlags(rawValue: 1 << 1)
  /// The reducer drew values; they follow.
  static let draws = StepFlags(rawValue: 1 << 2)
  /// The reducer returned an effect; its shape follows.
  static let effect = StepFlags(rawValue: 1 << 3)
  /// The state changed; the change follows.
  static let change = StepFlags(rawValue: 1 << 4)

  /// All that this version knows.
  static let known: StepFlags = [.received, .elapsed, .draws, .effect, .change]
}
