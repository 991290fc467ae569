public import Synchronization

/// An identifier of an array's last change, unique among all changes of all arrays.
///
/// Arrays with the same stamp have the same elements: one is a copy of the other, and neither has
/// changed since. A recorder can therefore detect a change by keeping a stamp. Keeping a copy of
/// the array would share its storage, and the next change would have to copy it. Stamps depend on
/// how threads are scheduled, and are not part of an array's value.
// Two words, because a recorder compares stamps at each step.
@frozen
@usableFromInline
struct ChangeStamp {
  /// The number of the last change; 0 if there was none.
  @usableFromInline var number: UInt64 = 0
  /// The difference from the number of the previous change; 0 if unknown.
  @usableFromInline var distance: UInt32 = 0
  /// The position of the only element that the last change affected; -1 if it affected more.
  @usableFromInline var position: Int32 = -1

  @usableFromInline static let last = Atomic<UInt64>(0)

  @inlinable
  init() {}

  /// Records a change of the element at a position, or of any number of elements.
  @inlinable
  mutating func note(at position: Int = -1) {
    let previous = number
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    distance = UInt32(exactly: number &- previous) ?? 0
    self.position = Int32(exactly: position) ?? -1
  }

  /// Returns the only position at which `other` can differ, if it is this array after one more
  /// change of one element; otherwise `nil`.
  @inlinable
  func onlyDifference(to other: ChangeStamp) -> Int? {
    let isNextChange =
      number != 0 && other.distance != 0 && other.number &- UInt64(other.distance) == number
    return isNextChange && other.position >= 0 ? Int(other.position) : nil
  }
}
