/// The entries of one slot of a journal, as the process left them that wrote it.
package struct JournalEntries: Sendable {
  /// The number of the first step.
  package var firstStep: UInt64
  /// The finished steps, one entry after the other.
  package var finished: ArraySlice<UInt8>
  /// The entry of the step that was being reduced, up to the end of its action; empty if there is none.
  package var unfinished: ArraySlice<UInt8>

  /// Describes entries by all their parts.
  package init(firstStep: UInt64, finished: ArraySlice<UInt8>, unfinished: ArraySlice<UInt8>) {
    self.firstStep = firstStep
    self.finished = finished
    self.unfinished = unfinished
  }
}
