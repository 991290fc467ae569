package import ComposableArchitecture
import Foundation

extension DependencyValues {
  /// Makes random numbers and identifiers depend only on a seed.
  package mutating func seed(_ seed: UInt64) {
    withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: seed))
    // Identifiers have their own generator: an additional identifier must not change the numbers.
    var other = SeededGenerator(seed: ~seed)
    let generator = SeededGenerator(seed: other.next())
    let identifiers = LockIsolated(generator)
    uuid = UUIDGenerator { identifiers.withValue { UUID(random: &$0) } }
  }
}
