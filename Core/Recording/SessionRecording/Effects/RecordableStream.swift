import DependencyInjection

/// A stream that a call returns, whose elements can be recorded or answered.
package protocol RecordableStream: SendableMetatype {
  associatedtype Element

  static var elementType: Any.Type { get }

  /// Returns a stream that passes each element, and finally the end, to closures.
  func observed(
    _ element: @escaping @Sendable (Element) -> Void,
    ended: @escaping @Sendable (_ error: (any Error)?) -> Void
  ) -> Self

  /// Creates a stream of the elements that a closure returns, up to `nil` or an error.
  static func answered(_ next: @escaping @Sendable () async throws -> Element?) -> Self
}

extension RecordableStream {
  package static var elementType: Any.Type { Element.self }
}

extension AsyncStream: RecordableStream {
  package func observed(
    _ element: @escaping @Sendable (Element) -> Void,
    ended: @escaping @Sendable ((any Error)?) -> Void
  ) -> AsyncStream<Element> {
    // Unchecked: a stream has one consumer, so its iterator is used by one task at a time.
    let iterator = UncheckedSendable(StreamIterator(makeAsyncIterator()))
    return AsyncStream {
      let next = await iterator.value.next()
      if let next { element(next) } else { ended(Task.isCancelled ? CancellationError() : nil) }
      return next
    }
  }

  package static func answered(
    _ next: @escaping @Sendable () async throws -> Element?
  ) -> AsyncStream<Element> {
    AsyncStream { try? await next() }
  }
}

extension AsyncThrowingStream: RecordableStream where Failure == any Error {
  package func observed(
    _ element: @escaping @Sendable (Element) -> Void,
    ended: @escaping @Sendable ((any Error)?) -> Void
  ) -> AsyncThrowingStream<Element, any Error> {
    let iterator = UncheckedSendable(ThrowingStreamIterator(makeAsyncIterator()))
    return AsyncThrowingStream {
      do {
        let next = try await iterator.value.next()
        if let next { element(next) } else { ended(Task.isCancelled ? CancellationError() : nil) }
        return next
      } catch {
        ended(error)
        throw error
      }
    }
  }

  package static func answered(
    _ next: @escaping @Sendable () async throws -> Element?
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { try await next() }
  }
}

private final class StreamIterator<Element> {
  private var base: AsyncStream<Element>.Iterator

  init(_ base: AsyncStream<Element>.Iterator) {
    self.base = base
  }

  func next() async -> Element? { await base.next(isolation: #isolation) }
}

private final class ThrowingStreamIterator<Element> {
  private var base: AsyncThrowingStream<Element, any Error>.Iterator

  init(_ base: AsyncThrowingStream<Element, any Error>.Iterator) {
    self.base = base
  }

  func next() async throws -> Element? { try await base.next(isolation: #isolation) }
}
