import Foundation

/// Exclusive access to a random number generator: the system's in the app, a seeded one in tests.
///
///     @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
///     let number = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
public struct WithRandomNumberGenerator: Sendable {
  private let storage: Storage

  /// Creates access to `generator`, which all copies of this value share.
  public init<Generator: RandomNumberGenerator & Sendable>(_ generator: Generator) {
    storage = Storage(generator)
  }

  /// Runs `operation` with exclusive access to the generator.
  ///
  /// `operation` must not use the same generator through this value: that would deadlock.
  public func callAsFunction<R>(
    _ operation: (inout any RandomNumberGenerator & Sendable) throws -> R
  ) rethrows -> R {
    try storage.lock.withLock { try operation(&storage.generator) }
  }

  /// `@unchecked Sendable`, because `generator` is accessed only while `lock` is held. `Mutex`
  /// would ask for sendable results.
  private final class Storage: @unchecked Sendable {
    let lock = NSLock()
    var generator: any RandomNumberGenerator & Sendable

    init(_ generator: any RandomNumberGenerator & Sendable) {
      self.generator = generator
    }
  }
}

extension DependencyValues {
  /// Access to a random number generator. Fails the test that calls it, unless overridden.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())

  static var testValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(UnimplementedGenerator())
  }
}

/// A generator that reports each use, and returns the numbers of a generator with the seed 0.
private struct UnimplementedGenerator: RandomNumberGenerator {
  private let dependency = UnimplementedDependency(
    "withRandomNumberGenerator", example: "WithRandomNumberGenerator(yourSeededGenerator)")
  private var placeholder = SeededGenerator(seed: 0)

  mutating func next() -> UInt64 {
    dependency.report()
    return placeholder.next()
  }
}

/// A SplitMix64 generator, which returns the same numbers for the same seed.
///
/// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014. Constants from
/// https://prng.di.unimi.it/splitmix64.c.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
