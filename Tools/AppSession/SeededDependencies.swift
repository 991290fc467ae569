package import ComposableArchitecture
import Foundation
import Locking

extension DependencyValues {
  /// Makes random numbers and identifiers depend only on a seed.
  package mutating func seed(_ seed: UInt64) {
    withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: seed))
    // Identifiers have their own generator, so that an additional identifier doesn't change
    // numbers.
    var other = SeededGenerator(seed: ~seed)
    uuid = .random(from: SeededGenerator(seed: other.next()))
  }
}

extension UUIDGenerator {
  /// Returns a generator of random identifiers (version 4 of RFC 9562) from a generator of bits.
  static func random(from generator: SeededGenerator) -> UUIDGenerator {
    let generator = SharedGenerator(generator)
    return UUIDGenerator {
      let bits = generator.nextTwo()
      func byte(_ index: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: (index < 8 ? bits.0 : bits.1) >> (8 * (7 - index % 8)))
      }
      return UUID(
        uuid: (
          byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6) & 0x0F | 0x40, byte(7),
          byte(8) & 0x3F | 0x80, byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
        ))
    }
  }

  private final class SharedGenerator: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(_ generator: SeededGenerator) {
      self.generator = Mutex(generator)
    }

    func nextTwo() -> (UInt64, UInt64) {
      generator.withLock { ($0.next(), $0.next()) }
    }
  }
}
