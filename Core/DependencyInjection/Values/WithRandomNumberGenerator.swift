import Foundation

/// Gives access to a random number generator: the system's in the app, a known one in tests.
///
///     withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
public struct WithRandomNumberGenerator: Sendable {
  private let storage: Storage

  /// Access to `generator`; all copies of this value draw from the same one.
  public init<Generator: RandomNumberGenerator & Sendable>(_ generator: Generator) {
    storage = Storage(generator)
  }

  /// Runs `operation` with the generator, one caller at a time.
  ///
  /// `operation` must not draw from the same generator in another way: it would wait for itself.
  public func callAsFunction<R>(
    _ operation: (inout any RandomNumberGenerator & Sendable) -> R
  ) -> R {
    storage.lock.withLock { operation(&storage.generator) }
  }

  /// Unchecked, because `generator` is touched only while `lock` is held. No `Mutex`, which would
  /// ask for results that may be sent.
  private final class Storage: @unchecked Sendable {
    let lock = NSLock()
    var generator: any RandomNumberGenerator & Sendable

    init(_ generator: any RandomNumberGenerator & Sendable) {
      self.generator = generator
    }
  }
}
