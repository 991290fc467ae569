public import Synchronization

/// Numbers that tell one change of an array from every other change of any array.
///
/// Two arrays with the same number hold the same: one is a copy of the other, and neither was changed
/// since. So whoever keeps a number sees that an array was changed in place, without a copy that
/// would share the array's memory and so have it copied. The numbers depend on the order in which
/// threads come, and are no part of an array's value.
@usableFromInline
enum ChangeStamp {
  @usableFromInline static let last = Atomic<UInt64>(0)

  /// A number that was never given before.
  @inlinable
  static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
