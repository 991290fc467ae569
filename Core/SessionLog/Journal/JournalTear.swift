/// Where a journal cannot be read on: what was to follow had not reached the disk, or is damaged.
package struct JournalTear: Equatable, Sendable {
  /// The last step before it.
  package var lastStep: UInt64
  /// The last step that is known to have followed, in a part that can be read; `nil` if none is.
  package var lastKnownStep: UInt64?

  /// Describes a tear by the last step before it.
  package init(lastStep: UInt64, lastKnownStep: UInt64? = nil) {
    self.lastStep = lastStep
    self.lastKnownStep = lastKnownStep
  }
}

extension JournalTear: CustomStringConvertible {
  /// A clause that says what may be lost.
  package var description: String {
    let place = "the journal cannot be read behind step \(grouped(lastStep))"
    guard let lastKnownStep else { return "\(place), and steps that followed may be lost" }
    return "\(place); the steps up to \(grouped(lastKnownStep)) are lost, and perhaps more"
  }
}
