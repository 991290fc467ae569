import DependencyInjection
import Foundation
import Observation
import SharedState
import Synchronization
import Testing

@Suite("Custom keys")
struct SharedKeyTests {
  @Test("A key loads, observes and saves a value")
  func loadSubscribeSave() async throws {
    let server = Server(value: 5)
    @Shared(ServerKey(server: server)) var number = 0
    #expect(number == 5)
    server.push(6)
    #expect(number == 6)
    $number.withLock { $0 = 7 }
    #expect(server.saved == [7])
    try await $number.save()
    #expect(server.saved == [7, 7])
    server.value.setValue(8)
    try await $number.load()
    #expect(number == 8)
  }

  @Test("A subscription ends when the last reference is gone")
  func subscriptionEnds() {
    let server = Server(value: 1)
    do {
      @Shared(ServerKey(server: server)) var number = 0
      #expect(number == 1)
      #expect(server.subscriberCount == 1)
    }
    #expect(server.subscriberCount == 0)
  }

  @Test("Errors of a failed load and a failed save are kept until the next success")
  func errors() async throws {
    let server = Server(value: nil)
    server.failure.setValue(true)
    @Shared(ServerKey(server: server)) var number = 3
    #expect(number == 3)
    #expect($number.loadError is ServerFailure)
    $number.withLock { $0 = 4 }
    #expect($number.saveError is ServerFailure)
    await #expect(throws: ServerFailure.self) { try await $number.load() }
    server.failure.setValue(false)
    server.value.setValue(9)
    try await $number.load()
    #expect($number.loadError == nil)
    try await $number.save()
    #expect($number.saveError == nil)
    #expect(number == 9)
  }

  @Test("A successful save clears the errors of an earlier load and save")
  func saveClearsErrors() async throws {
    let server = Server(value: 1)
    server.failure.setValue(true)
    @Shared(ServerKey(server: server)) var number = 3
    await #expect(throws: ServerFailure.self) { try await $number.save() }
    #expect($number.loadError is ServerFailure)
    #expect($number.saveError is ServerFailure)
    server.failure.setValue(false)
    try await $number.save()
    #expect($number.loadError == nil)
    #expect($number.saveError == nil)
  }

  @Test("A change clears the error of a failed load only if the change is saved")
  func changeClearsError() {
    let server = Server(value: 1)
    server.failure.setValue(true)
    @Shared(ServerKey(server: server)) var number = 3
    $number.withLock { $0 = 4 }
    #expect($number.loadError is ServerFailure)
    server.failure.setValue(false)
    $number.withLock { $0 = 5 }
    #expect($number.loadError == nil)
    #expect($number.saveError == nil)
  }

  @Test("A load that succeeds without a value clears the error of a failed load")
  func emptyLoadClearsError() async throws {
    let server = Server(value: nil)
    server.failure.setValue(true)
    @Shared(ServerKey(server: server)) var number = 3
    #expect($number.loadError is ServerFailure)
    server.failure.setValue(false)
    try await $number.load()
    #expect($number.loadError == nil)
    #expect(number == 3)
  }

  @Test("A save that clears no error does not notify observers of errors")
  func noError() async throws {
    let changes = Atomic(0)
    @Shared(ServerKey(server: Server(value: 1))) var number = 3
    withObservationTracking {
      _ = ($number.loadError, $number.saveError)
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    try await $number.save()
    try await $number.load()
    #expect(changes.load(ordering: .relaxed) == 0)
  }

  @Test("A slow load is in progress until its continuation is resumed")
  func loading() {
    let server = Server(value: 2)
    server.isSlow.setValue(true)
    @Shared(ServerKey(server: server)) var number = 0
    #expect($number.isLoading)
    #expect(number == 0)
    server.answer()
    #expect(!$number.isLoading)
    #expect(number == 2)
  }

  @Test("Requiring a missing value throws an error")
  func required() async throws {
    let server = Server(value: 2)
    let number = try await Shared(require: ServerKey(server: server))
    #expect(number.wrappedValue == 2)
    let empty = ServerKey(server: Server(value: nil))
    await #expect(throws: (any Error).self) { try await Shared(require: empty) }
    await #expect(throws: (any Error).self) { try await SharedReader(require: empty) }
  }

  @Test("A property can switch to a different key")
  func otherKey() async throws {
    @SharedReader(ServerKey(server: Server(value: 1))) var number = 0
    try await $number.load(ServerKey(server: Server(value: 2)))
    #expect(number == 2)
  }

  @Test("A read-only reference takes keys that extensions of either protocol declare")
  func declaredKeys() async throws {
    @Shared(.declaredVolume) var volume = 1
    @SharedReader(.declaredVolume) var first = 2
    @SharedReader(.declaredName) var name: String?
    @SharedReader(.declaredLimit) var limit
    @SharedReader(.declaredLimit) var other = 7
    @SharedReader(.declaredForReaders) var read = 3
    let required = try await SharedReader<Int>(require: .declaredVolume)
    let loaded = SharedReader(value: 0)
    try await loaded.load(.declaredVolume)
    let values = [first, required.wrappedValue, loaded.wrappedValue, limit, other, read]
    #expect(values == [1, 1, 1, 5, 5, 3])
    #expect(name == nil)
  }

  @Test("A reference is described by its key, or else by its value")
  func descriptions() {
    @Shared(value: "a") var text
    @Shared(.inMemory("count")) var count = 0
    @Shared(.appStorage("count")) var stored = 0
    @Shared(.fileStorage(URL(filePath: "/a b.json"))) var saved = 0
    @Shared(ServerKey(server: Server(value: 1))) var custom = 0
    #expect("\($text)" == #"Shared<String>(value: "a")"#)
    #expect("\(SharedReader($text))" == #"SharedReader<String>(value: "a")"#)
    #expect("\($count)" == #"Shared<Int>(.inMemory("count"))"#)
    #expect("\($stored)" == #"Shared<Int>(.appStorage("count"))"#)
    #expect("\($saved)" == "Shared<Int>(.fileStorage(file:///a%20b.json))")
    #expect("\($custom)" == "Shared<Int>(.server)")
  }
}

private struct ServerFailure: Error {}

/// A simulated storage for the tests' key.
private final class Server: Sendable {
  let value: LockIsolated<Int?>
  let failure = LockIsolated(false)
  let isSlow = LockIsolated(false)
  private let waiting = LockIsolated<[@Sendable () -> Void]>([])
  private let subscribers = LockIsolated<[Int: SharedSubscriber<Int>]>([:])
  private let saves = LockIsolated<[Int]>([])

  init(value: Int?) {
    self.value = LockIsolated(value)
  }

  var saved: [Int] { saves.value }
  var subscriberCount: Int { subscribers.value.count }

  func push(_ number: Int) {
    for subscriber in subscribers.value.values { subscriber.yield(number) }
  }

  func answer() {
    for answer in waiting.value { answer() }
    waiting.setValue([])
  }

  func load(_ continuation: LoadContinuation<Int>) {
    if failure.value { return continuation.resume(throwing: ServerFailure()) }
    guard isSlow.value else { return continuation.resume(with: .success(value.value)) }
    waiting.withValue { $0.append { continuation.resume(with: .success(self.value.value)) } }
  }

  func subscribe(_ subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    let number = subscribers.withValue { subscribers in
      subscribers[subscribers.count] = subscriber
      return subscribers.count - 1
    }
    return SharedSubscription { self.subscribers.withValue { $0[number] = nil } }
  }

  func save(_ number: Int, _ continuation: SaveContinuation) {
    if failure.value { return continuation.resume(throwing: ServerFailure()) }
    saves.withValue { $0.append(number) }
    continuation.resume()
  }
}

/// A key, as a user of the library declares it.
private struct ServerKey: SharedKey {
  let server: Server

  var id: ObjectIdentifier { ObjectIdentifier(server) }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    server.load(continuation)
  }

  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    server.subscribe(subscriber)
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    server.save(value, continuation)
  }
}

extension ServerKey: CustomStringConvertible {
  var description: String { ".server" }
}

extension SharedKey where Self == InMemoryKey<Int> {
  fileprivate static var declaredVolume: Self { .inMemory("declared volume") }
}

extension SharedKey where Self == InMemoryKey<String?> {
  fileprivate static var declaredName: Self { .inMemory("declared name") }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var declaredLimit: Self { Self[.inMemory("declared limit"), default: 5] }
}

extension SharedReaderKey where Self == InMemoryKey<Int> {
  fileprivate static var declaredForReaders: Self { .inMemory("declared for readers") }
}
