/// How far the journal of a log has been read.
struct JournalCursor: Sendable {
  /// The number of the first step of the block that is being filled.
  var firstStep: UInt64
  /// The offset in its slot up to which its entries have been read.
  var offset = JournalFormat.headLength

  /// Begins with the block of a step.
  init(firstStep: UInt64) {
    self.firstStep = firstStep
  }

  /// Goes on to the block that begins with a step, if steps of this one were read.
  mutating func advance(to step: UInt64) -> Bool {
    guard step > firstStep else { return false }
    self = JournalCursor(firstStep: step)
    return true
  }
}
