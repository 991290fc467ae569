/// How the change of values of one type is found and written, given where they are in memory.
@usableFromInline
class ChangePlan {
  /// Writes what differs between two values, as the type's `recordChange(from:into:)` does, and
  /// makes the old value the new one.
  func advance(
    _ old: UnsafeMutableRawPointer, to new: UnsafeRawPointer, into encoder: inout RecordEncoder
  ) -> Bool {
    preconditionFailure("\(Self.self) does not write changes")
  }
}
