/// The first byte of an entry: which of the parts of a step it has.
struct StepFlags: OptionSet {
  let rawValue: UInt8

  /// An effect sent the action; how many steps ago that effect was started is in the distances.
  static let received = StepFlags(rawValue: 1 << 0)
  /// The reducer drew values; they are in the draws.
  static let draws = StepFlags(rawValue: 1 << 1)
  /// The reducer returned an effect; its shape follows the action.
  static let effect = StepFlags(rawValue: 1 << 2)
  /// The state changed; the change, or its digest, ends the entry.
  static let change = StepFlags(rawValue: 1 << 3)

  /// The app ended while it was reducing the step, so that the row holds the action and no more.
  static let unfinished = StepFlags(rawValue: 1 << 4)

  /// What a step may have that is finished.
  static let finished: StepFlags = [.received, .draws, .effect, .change]

  /// All that this version knows.
  static let known: StepFlags = [.received, .draws, .effect, .change, .unfinished]

  /// Whether the flags can stand together.
  var isConsistent: Bool { !contains(.unfinished) || isSubset(of: [.received, .unfinished]) }
}
