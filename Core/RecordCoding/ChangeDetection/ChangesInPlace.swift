import Synchronization

/// The number of changes of values that change in place and tell of it.
///
/// As long as it is the same, no value of a `CountedStorage` has changed.
package enum ChangesInPlace {
  private static let total = Atomic<UInt64>(0)

  /// The number of changes so far.
  package static var count: UInt64 { total.load(ordering: .acquiring) }

  /// Notes a change.
  package static func note() { total.add(1, ordering: .acquiringAndReleasing) }
}

/// A type whose values can change in place, and count each change in `ChangesInPlace`.
package protocol CountedStorage {
  /// The types of what is in the storage.
  static var storedTypes: [Any.Type] { get }
}
