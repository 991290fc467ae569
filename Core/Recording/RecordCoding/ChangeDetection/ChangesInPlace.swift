import Synchronization

/// The number of changes that values of `CountedStorage` types have made in place.
///
/// While the count stays the same, no such value has changed.
package enum ChangesInPlace {
  private static let total = Atomic<UInt64>(0)

  package static var count: UInt64 { total.load(ordering: .acquiring) }

  package static func note() { total.add(1, ordering: .acquiringAndReleasing) }
}

/// A type whose values can change in place and count each change in `ChangesInPlace`.
package protocol CountedStorage {
  static var storedTypes: [Any.Type] { get }
}
