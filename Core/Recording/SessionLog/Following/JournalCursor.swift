struct JournalCursor: Sendable {
  /// The number of the first step of the block that is being filled.
  var firstStep: UInt64
  /// The offset in the slot up to which the entries have been read.
  var offset = JournalFormat.headLength

  init(firstStep: UInt64) {
    self.firstStep = firstStep
  }

  /// Moves to the block that begins with `step`, and returns whether that is a later block.
  mutating func advance(to step: UInt64) -> Bool {
    guard step > firstStep else { return false }
    self = JournalCursor(firstStep: step)
    return true
  }
}
