package import IdentifiedArrays
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

/// A type with copy-on-write storage behind a reference.
package protocol CopiedStorage {
  static var storedTypes: [Any.Type] { get }
}

extension IdentifiedArray: CopiedStorage {
  package static var storedTypes: [Any.Type] { [ID.self, Element.self] }
}
