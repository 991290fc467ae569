extension AsyncSequence where Self: Sendable {
  /// Returns the sequence as a stream that ends when the sequence ends or throws.
  public func eraseToStream() -> AsyncStream<Element> {
    AsyncStream(self)
  }

  /// Returns the sequence as a stream that rethrows the sequence's error.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(self)
  }
}

extension AsyncStream {
  /// Creates a stream of a sequence's elements that ends when the sequence ends or throws.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    let iterator = SharedIterator(sequence)
    self.init { try? await iterator.next() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Creates a stream of a sequence's elements that rethrows the sequence's error.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    let iterator = SharedIterator(sequence)
    self.init { try await iterator.next() }
  }
}

/// `@unchecked Sendable`, because only one task at a time may iterate a stream, and the stream
/// calls `next()` only when that task asks for an element.
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
  /// A stream without elements, which ends when the iterating task is canceled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has already ended.
  public static var finished: Self {
    Self { $0.finish() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream without elements, which ends when the iterating task is canceled.
  public static var never: Self {
    Self { _ in }
  }

  /// Returns a stream that has already ended, with an error if one is given.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
