import Locking

/// Gives elements of stacks their identities, one after the other.
package struct StackElementIDGenerator: Sendable {
  private let counter: Counter
  private let intercept: (@Sendable (() -> StackElementID) -> StackElementID)?

  private final class Counter: Sendable {
    let generation: Mutex<Int>

    init(_ generation: Int) {
      self.generation = Mutex(generation)
    }
  }

  /// Creates a generator that counts.
  package init(from generation: Int = 0) {
    counter = Counter(generation)
    intercept = nil
  }

  private init(
    counter: Counter, intercept: @escaping @Sendable (() -> StackElementID) -> StackElementID
  ) {
    self.counter = counter
    self.intercept = intercept
  }

  /// The same generator, each of whose identities goes through a function, which may replace it.
  package func drawing(
    through intercept: @escaping @Sendable (() -> StackElementID) -> StackElementID
  ) -> Self {
    Self(counter: counter, intercept: intercept)
  }

  /// The next identity.
  package func callAsFunction() -> StackElementID {
    intercept.map { $0(count) } ?? count()
  }

  /// The identity that comes next; `nil` where that cannot be told.
  package var next: StackElementID? {
    guard intercept == nil else { return nil }
    return StackElementID(generation: counter.generation.withLock { $0 })
  }

  /// Takes note of an identity that was given elsewhere, so that it is not given again.
  package func skip(_ id: StackElementID) {
    counter.generation.withLock { generation in
      if id.generation >= generation { generation = id.generation &+ 1 }
    }
  }

  /// A generator that goes on from the same identity by itself.
  package var copy: Self {
    next.map { Self(from: $0.generation) } ?? self
  }

  /// Identities may come from logs and scripts, however large: counting past the last begins anew.
  private func count() -> StackElementID {
    counter.generation.withLock { generation in
      defer { generation &+= 1 }
      return StackElementID(generation: generation)
    }
  }
}
