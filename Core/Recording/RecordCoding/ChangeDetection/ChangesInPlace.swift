import Synchronization

/// The number of changes that values of `CountedStorage` types have made in place.
package enum ChangesInPlace {
  private static let total = Atomic<UInt64>(0)

  package static var count: UInt64 { total.load(ordering: .acquiring) }

  package static func note() { total.add(1, ordering: .acquiringAndReleasing) }
}

package protocol CountedStorage {
  static var storedTypes: [Any.Type] { get }
}
