import DependencyInjection
import Foundation
import Observation

extension Shared where Value: Sendable {
  /// The current value and each one that follows, for effects and for `for await`.
  ///
  ///     func follow(_ volume: Shared<Int>) async {
  ///       for await volume in volume.publisher.values { print(volume) }
  ///     }
  ///
  /// Values that several threads set at the same time can arrive as one, and the last one always
  /// arrives. If the property is redirected to a different reference, that one is followed.
  public var publisher: SharedPublisher<Value> { SharedPublisher { wrappedValue } }
}

extension SharedReader where Value: Sendable {
  /// The current value and each one that follows, for effects and for `for await`.
  public var publisher: SharedPublisher<Value> { SharedPublisher { wrappedValue } }
}

/// The values of a reference, with the operators of Combine that such effects use.
///
///     enum Action { case volumeChanged(Int) }
///
///     func follow(_ volume: Shared<Int>) -> Effect<Action> {
///       .publisher { volume.publisher.removeDuplicates().map(Action.volumeChanged) }
///     }
public struct SharedPublisher<Output>: Sendable {
  /// Begins to pass the elements to a function, until the returned object is released.
  private let subscribe:
    @Sendable (_ receive: @escaping @Sendable (Output) -> Void) -> any Sendable & AnyObject

  /// A stream of the elements.
  public var values: AsyncStream<Output> {
    AsyncStream { continuation in
      let subscription = subscribe { element in
        // Nothing but the reader of the stream uses the element any more.
        nonisolated(unsafe) let element = element
        continuation.yield(element)
      }
      continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
    }
  }

  /// Returns a publisher of transformed elements.
  public func map<Result>(
    _ transform: @escaping @Sendable (_ element: Output) -> Result
  ) -> SharedPublisher<Result> {
    operated { element, receive in receive(transform(element)) }
  }

  /// Returns a publisher of transformed elements, without those that become `nil`.
  public func compactMap<Result>(
    _ transform: @escaping @Sendable (_ element: Output) -> Result?
  ) -> SharedPublisher<Result> {
    operated { element, receive in transform(element).map(receive) }
  }

  /// Returns a publisher of the elements that meet a condition.
  public func filter(
    _ isIncluded: @escaping @Sendable (_ element: Output) -> Bool
  ) -> Self {
    operated { element, receive in if isIncluded(element) { receive(element) } }
  }

  /// Returns the publisher, whose type has no operators to erase.
  public func eraseToAnyPublisher() -> Self { self }

  private func operated<Result>(
    _ body: @escaping @Sendable (Output, _ receive: (Result) -> Void) -> Void
  ) -> SharedPublisher<Result> {
    SharedPublisher<Result>(subscribe: { receive in
      subscribe { body($0, receive) }
    })
  }
}

extension SharedPublisher where Output: Sendable {
  fileprivate init(_ read: @escaping @Sendable () -> Output) {
    subscribe = { receive in
      let observation = SharedObservation(of: read, receive)
      observation.renew()
      return observation
    }
  }

  /// Returns a publisher without the first elements.
  public func dropFirst(_ count: Int = 1) -> Self {
    stateful(count) { left, _ in
      defer { left = max(0, left - 1) }
      return left == 0
    }
  }

  /// Returns a publisher without elements that a function finds the same as the one before.
  public func removeDuplicates(
    by areSame: @escaping @Sendable (_ one: Output, _ other: Output) -> Bool
  ) -> Self {
    stateful(Output?.none) { last, element in
      defer { last = element }
      return last.map { !areSame($0, element) } ?? true
    }
  }

  private func stateful<State: Sendable>(
    _ initial: State,
    isIncluded: @escaping @Sendable (_ state: inout State, _ element: Output) -> Bool
  ) -> Self {
    Self(subscribe: { receive in
      let state = LockIsolated(initial)
      return subscribe { element in
        if state.withValue({ isIncluded(&$0, element) }) { receive(element) }
      }
    })
  }
}

extension SharedPublisher where Output: Equatable & Sendable {
  /// Returns a publisher without elements that equal the one before.
  public func removeDuplicates() -> Self { removeDuplicates(by: ==) }
}

/// An observation of a value, which ends when this object is released.
private final class SharedObservation<Value: Sendable>: @unchecked Sendable {
  // `@unchecked Sendable`, because mutable state is accessed only under the lock.
  private let lock = NSRecursiveLock()
  private let read: @Sendable () -> Value
  private let receive: @Sendable (Value) -> Void
  private var count = 0

  init(of read: @escaping @Sendable () -> Value, _ receive: @escaping @Sendable (Value) -> Void) {
    self.read = read
    self.receive = receive
  }

  /// Several threads that change the value can notify one observation. Only the first one renews
  /// it. The lock keeps a value from arriving after a later one.
  func renew(after number: Int = 0) {
    lock.withLock {
      guard number == count else { return }
      count += 1
      withObservationTracking {
        _ = read()
      } onChange: { [weak self, count] in
        self?.renew(after: count)
      }
      // Read again, because a change since the first read was not observed.
      receive(read())
    }
  }
}
