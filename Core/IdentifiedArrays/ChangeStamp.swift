public import Synchronization

/// Which change of an array was the last, told apart from every other change of any array.
///
/// Two arrays with the same stamp hold the same: one is a copy of the other, and neither was changed
/// since. So whoever keeps a stamp sees that an array was changed in place, without a copy that would
/// share the array's memory and so have it copied. Its numbers depend on the order in which threads
/// come, and are no part of an array's value.
// Two words long, as a recorder compares them at each step.
@frozen
@usableFromInline
struct ChangeStamp {
  /// The number of the last change; 0 if there was none.
  @usableFromInline var number: UInt64 = 0
  /// How much less the number of the change before is; 0 if that is not known.
  @usableFromInline var distance: UInt32 = 0
  /// Where the only element is that the last change touched; -1 if it touched more.
  @usableFromInline var position: Int32 = -1

  @usableFromInline static let last = Atomic<UInt64>(0)

  @inlinable
  init() {}

  /// Notes a change of the element at a position, or of any number of elements.
  @inlinable
  mutating func note(at position: Int = -1) {
    let previous = number
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    distance = UInt32(exactly: number &- previous) ?? 0
    self.position = Int32(exactly: position) ?? -1
  }

  /// The position at which alone another array can differ that was a copy of this one before its last
  /// change; `nil` if it was none, or more may differ.
  @inlinable
  func onlyDifference(to other: ChangeStamp) -> Int? {
    let isNextChange =
      number != 0 && other.distance != 0 && other.number &- UInt64(other.distance) == number
    return isNextChange && other.position >= 0 ? Int(other.position) : nil
  }
}
