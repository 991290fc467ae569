import ConcurrencyExtras
import Foundation
import Sharing
import Testing

/// Tests custom keys: loads, saves, errors and subscriptions.
struct SharedLoadingTests {
  private struct Failure: Error, Equatable {}

  /// A storage whose loads and saves are completed by the test.
  private final class Server: Sendable {
    let loads = LockIsolated<[LoadContinuation<Int>]>([])
    let saves = LockIsolated<[(Int, SaveContinuation)]>([])
    let subscriber = LockIsolated<SharedSubscriber<Int>?>(nil)
    let isSubscribed = LockIsolated(false)

    func completeLoad(with result: Result<Int?, any Error>) {
      loads.withValue { $0.removeFirst() }.resume(with: result)
    }
  }

  private struct ServerKey: SharedKey {
    let server: Server
    var id: ObjectIdentifier { ObjectIdentifier(server) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      server.loads.withValue { $0.append(continuation) }
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      server.subscriber.setValue(subscriber)
      server.isSubscribed.setValue(true)
      return SharedSubscription { [server] in server.isSubscribed.setValue(false) }
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      server.saves.withValue { $0.append((value, continuation)) }
    }
  }

  private struct ConstantKey: SharedReaderKey, Hashable {
    let value: Int?

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      if let value {
        continuation.resume(returning: value)
      } else {
        continuation.resumeReturningInitialValue()
      }
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      SharedSubscription {}
    }
  }

  @Test("A key loads its value when it is first used")
  func loaded() {
    @SharedReader(ConstantKey(value: 42)) var value = 1
    #expect(value == 42)
    #expect(!$value.isLoading)
  }

  @Test("A key that loads no value leaves the default value")
  func initialValue() {
    @SharedReader(ConstantKey(value: nil)) var value = 1
    #expect(value == 1)
  }

  @Test("A value is loading until its load completes")
  func loading() {
    let server = Server()
    @Shared(ServerKey(server: server)) var value = 1
    #expect($value.isLoading)
    server.completeLoad(with: .success(2))
    #expect(!$value.isLoading)
    #expect(value == 2)
  }

  @Test("A failed load leaves the value and sets the error")
  func loadError() {
    let server = Server()
    @Shared(ServerKey(server: server)) var value = 1
    server.completeLoad(with: .failure(Failure()))
    #expect(value == 1)
    #expect($value.loadError is Failure)
    #expect(!$value.isLoading)
    server.subscriber.value?.yield(3)
    #expect(value == 3)
    #expect($value.loadError == nil)
  }

  @Test("A subscription yields values, the default value and errors")
  func subscription() {
    let server = Server()
    @Shared(ServerKey(server: server)) var value = 1
    server.completeLoad(with: .success(nil))
    server.subscriber.value?.yield(5)
    #expect(value == 5)
    server.subscriber.value?.yieldReturningInitialValue()
    #expect(value == 1)
    server.subscriber.value?.yield(throwing: Failure())
    #expect(value == 1)
    #expect($value.loadError is Failure)
  }

  @Test("A subscription can report that it is loading")
  func subscriptionLoading() {
    let server = Server()
    @Shared(ServerKey(server: server)) var value = 1
    server.completeLoad(with: .success(nil))
    server.subscriber.value?.yieldLoading()
    #expect($value.isLoading)
    server.subscriber.value?.yieldLoading(false)
    #expect(!$value.isLoading)
    server.subscriber.value?.yieldLoading()
    server.subscriber.value?.yieldLoading()
    server.subscriber.value?.yield(2)
    #expect(!$value.isLoading)
    #expect(value == 2)
  }

  @Test("A subscription ends with the last reference")
  func subscriptionEnd() {
    let server = Server()
    do {
      @Shared(ServerKey(server: server)) var value = 1
      server.completeLoad(with: .success(nil))
      #expect(server.isSubscribed.value)
    }
    server.loads.setValue([])
    #expect(!server.isSubscribed.value)
  }

  @Test("Each change is saved")
  func saved() {
    let server = Server()
    @Shared(ServerKey(server: server)) var value = 1
    server.completeLoad(with: .success(nil))
    $value.withLock { $0 = 2 }
    $value.withLock { $0 = 3 }
    #expect(server.saves.withValue { $0.map(\.0) } == [2, 3])
    server.saves.withValue {
      $0.removeAll { _, save in
        save.resume(); return true
      }
    }
  }

  @Test("A failed save sets an error until a save succeeds")
  func saveError() {
    let server = Server()
    @Shared(ServerKey(server: server)) var value = 1
    server.completeLoad(with: .success(nil))
    $value.withLock { $0 = 2 }
    server.saves.withValue { $0.removeFirst() }.1.resume(throwing: Failure())
    #expect($value.saveError is Failure)
    $value.withLock { $0 = 3 }
    server.saves.withValue { $0.removeFirst() }.1.resume()
    #expect($value.saveError == nil)
  }

  @Test("A value can be loaded again")
  func loadAgain() async throws {
    let count = LockIsolated(0)
    @SharedReader(CountingKey(count: count)) var value = 0
    #expect(value == 1)
    try await $value.load()
    #expect(value == 2)
  }

  @Test("A reference can switch to a different key")
  func otherKey() async throws {
    @SharedReader(ConstantKey(value: 1)) var value = 0
    try await $value.load(ConstantKey(value: 2))
    #expect(value == 2)
  }

  @Test("A reference that switches to a different key keeps its value until the load completes")
  func loadingOtherKey() async throws {
    let (first, server) = (Server(), Server())
    @Shared(ServerKey(server: first)) var value = 1
    first.completeLoad(with: .success(nil))
    async let load: Void = $value.load(ServerKey(server: server))
    while server.loads.value.isEmpty { await Task.yield() }
    #expect($value.isLoading)
    #expect(value == 1)
    #expect(server.loads.value.count == 1)
    server.completeLoad(with: .success(2))
    try await load
    #expect(!$value.isLoading)
    #expect(value == 2)
  }

  @Test("Requiring a value loads it, or throws if it is absent")
  func required() async throws {
    let reader = try await SharedReader(require: ConstantKey(value: 7))
    #expect(reader.wrappedValue == 7)
    let count = LockIsolated(0)
    let counting = try await SharedReader(require: CountingKey(count: count))
    #expect(counting.wrappedValue == 1)
    #expect(count.value == 1)
    await #expect(throws: (any Error).self) {
      try await SharedReader(require: ConstantKey(value: nil))
    }
  }

  private struct CountingKey: SharedReaderKey {
    let count: LockIsolated<Int>
    var id: ObjectIdentifier { ObjectIdentifier(count) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resume(
        returning: count.withValue { count in
          count += 1
          return count
        })
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      SharedSubscription {}
    }
  }
}
