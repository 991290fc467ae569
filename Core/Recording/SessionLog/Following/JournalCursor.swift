struct JournalCursor: Sendable {
  var firstStep: UInt64
  /// The offset in the slot up to which the entries have been read.
  var offset = JournalFormat.headLength

  init(firstStep: UInt64) {
    self.firstStep = firstStep
  }

  mutating func advance(to step: UInt64) -> Bool {
    guard step > firstStep else { return false }
    self = JournalCursor(firstStep: step)
    return true
  }
}
