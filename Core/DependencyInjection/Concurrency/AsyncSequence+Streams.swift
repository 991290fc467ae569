extension AsyncSequence where Self: Sendable {
  /// The sequence as a stream, which ends where the sequence ends or throws.
  public func eraseToStream() -> AsyncStream<Element> {
    AsyncStream(self)
  }

  /// The sequence as a stream that throws what the sequence throws.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(self)
  }
}

extension AsyncStream {
  /// Creates a stream of what a sequence gives, which ends where the sequence ends or throws.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    let iterator = SharedIterator(sequence)
    self.init { try? await iterator.next() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Creates a stream of what a sequence gives, which throws what the sequence throws.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    let iterator = SharedIterator(sequence)
    self.init { try await iterator.next() }
  }
}

/// The iterator behind a stream, which is made when the first element is asked for.
///
/// Unchecked, because a stream may be iterated by one task at a time only, and asks this for an
/// element only when it is asked for one itself.
private final class SharedIterator<S: AsyncSequence & Sendable>: @unchecked Sendable {
  private let sequence: S
  private var iterator: S.AsyncIterator?

  init(_ sequence: S) {
    self.sequence = sequence
  }

  func next() async throws -> S.Element? {
    if iterator == nil { iterator = sequence.makeAsyncIterator() }
    return try await iterator?.next()
  }
}

extension AsyncStream {
  /// A stream that gives nothing, and ends when the task that waits for it is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended.
  public static var finished: Self {
    Self { $0.finish() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that gives nothing, and ends when the task that waits for it is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended, with an error if one is given.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
