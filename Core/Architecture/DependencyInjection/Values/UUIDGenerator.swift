public import Foundation
import Platform

/// A generator of universally unique identifiers: random in the app, predictable in tests.
///
///     withDependencies {
///       $0.uuid = .incrementing
///     } operation: {
///       @Dependency(\.uuid) var uuid
///       print(uuid())
///     }
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator that calls `generate` for each identifier.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns a new identifier.
  public func callAsFunction() -> UUID {
    generate()
  }

  /// Returns a generator of a constant identifier.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator { uuid }
  }

  /// A new generator that counts: `UUID(0)`, `UUID(1)`, and so on.
  public static var incrementing: UUIDGenerator {
    let counter = Counter()
    return UUIDGenerator { UUID(counter.next()) }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }
}

extension DependencyValues {
  /// The generator of identifiers. Fails the test that calls it, unless overridden.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

private enum UUIDGeneratorKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = UUIDGenerator { UUID() }

  static var testValue: UUIDGenerator {
    let dependency = UnimplementedDependency("uuid", example: ".incrementing")
    return UUIDGenerator {
      dependency.report()
      return UUID(0)
    }
  }
}

extension UUID {
  /// Creates an identifier that ends in a number: `UUID(255)` is
  /// `00000000-0000-0000-0000-0000000000FF`.
  ///
  /// The last eight bytes store the number in big-endian order. For a negative number, they store
  /// its magnitude, and the two bytes before them are `0001`.
  public init(_ number: Int) {
    let bits = UInt64(number.magnitude)
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * (7 - index))) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, number < 0 ? 1 : 0,
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)
      ))
  }

  /// Creates a random identifier: version 4 of RFC 9562.
  package init(random generator: inout some RandomNumberGenerator) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: generator.next().bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: generator.next().bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
    }
    self.init(uuid: bytes)
  }
}
