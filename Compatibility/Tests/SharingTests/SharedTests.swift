import ConcurrencyExtras
import CustomDump
import Foundation
import IdentifiedCollections
import Perception
import Sharing
import Testing

struct Settings: Codable, Equatable, Sendable {
  var isMuted = false
  var volume = 1.0
  var owner: Owner? = Owner()
}

struct Owner: Codable, Equatable, Identifiable, Sendable {
  var id = 1
  var name = "Blob"
}

/// Tests references to shared values of every storage.
struct SharedTests {
  private struct Feature: Equatable {
    @Shared var count: Int
    init(count: Shared<Int>) {
      _count = count
    }
  }

  @Test("A value is read and changed under a lock")
  func value() {
    @Shared(value: 1) var count
    $count.withLock { $0 += 1 }
    #expect(count == 2)
    let result = $count.withLock { count -> Int in
      count *= 10
      return count + 1
    }
    #expect(result == 21)
    #expect($count.wrappedValue == 20)
  }

  @Test("A change throws the error of its operation")
  func throwing() {
    struct Failure: Error {}
    @Shared(value: 1) var count
    #expect(throws: Failure.self) { try $count.withLock { _ in throw Failure() } }
    #expect(count == 1)
  }

  @Test("Copies of a reference share the value")
  func copies() {
    @Shared(value: 1) var count
    let first = Feature(count: $count)
    let second = Feature(count: $count)
    first.$count.withLock { $0 = 5 }
    #expect(second.count == 5)
    #expect(count == 5)
  }

  @Test("References are equal if their values are equal")
  func equality() {
    let one = Shared(value: 1)
    let other = Shared(value: 1)
    #expect(one == other)
    other.withLock { $0 = 2 }
    #expect(one != other)
    #expect(one.wrappedValue == 1)
    #expect(Shared(value: 1).hashValue == Shared(value: 1).hashValue)
  }

  @Test("A reference can be derived for a part of a value")
  func member() {
    @Shared(value: Settings()) var settings
    let volume: Shared<Double> = $settings.volume
    volume.withLock { $0 = 0.5 }
    #expect(settings.volume == 0.5)
    $settings.withLock { $0.volume = 0.25 }
    #expect(volume.wrappedValue == 0.25)
  }

  @Test("A reference can be derived for an element of a collection")
  func element() {
    @Shared(value: [1, 2]) var numbers
    $numbers[0].withLock { $0 = 10 }
    #expect(numbers == [10, 2])
    @Shared(value: ["a": 1]) var counts
    $counts["b"].withLock { $0 = 2 }
    #expect(counts == ["a": 1, "b": 2])
  }

  @Test("A reference to an optional value can be unwrapped")
  func unwrapping() {
    @Shared(value: Settings()) var settings
    let owner = Shared($settings.owner)
    owner?.name.withLock { $0 = "Blob Jr." }
    #expect(settings.owner?.name == "Blob Jr.")
    @Shared(value: Int?.none) var missing
    #expect(Shared($missing) == nil)
  }

  @Test("A reference to a collection contains references to its elements")
  func elements() {
    @Shared(value: [Owner(id: 1), Owner(id: 2)] as IdentifiedArrayOf<Owner>) var owners
    for owner in $owners.elements() { owner.withLock { $0.name += " \($0.id)" } }
    #expect(owners.map(\.name) == ["Blob 1", "Blob 2"])
    let second = Shared($owners[id: 2])
    second?.withLock { $0.name = "second" }
    #expect(owners[id: 2]?.name == "second")
    #expect(Array($owners).count == 2)
  }

  @Test("A reader follows the value")
  func reader() {
    @Shared(value: Settings()) var settings
    let reader = SharedReader($settings)
    let volume: SharedReader<Double> = reader.volume
    $settings.withLock { $0.volume = 0 }
    #expect(reader.wrappedValue.volume == 0)
    #expect(volume.wrappedValue == 0)
  }

  @Test("A reader can be derived by a function")
  func derived() {
    @Shared(value: [1, 2]) var numbers
    let count = $numbers.read { $0.count }
    $numbers.withLock { $0.append(3) }
    #expect(count.wrappedValue == 3)
  }

  @Test("A constant never changes")
  func constant() {
    let reader = SharedReader.constant(1)
    #expect(reader.wrappedValue == 1)
    #expect(SharedReader(value: 2).wrappedValue == 2)
  }

  @Test("A shared value is encoded like the value itself")
  func coding() throws {
    let data = try JSONEncoder().encode([Shared(value: 1)])
    #expect(String(decoding: data, as: UTF8.self) == "[1]")
    #expect(try JSONDecoder().decode([Shared<Int>].self, from: data) == [Shared(value: 1)])
  }

  @Test("A shared value has the identity of its value")
  func identity() {
    #expect(Shared(value: Owner(id: 7)).id == 7)
  }

  @Test("A shared value is dumped like the value itself")
  func dump() {
    #expect(
      String(customDumping: Shared(value: Owner())) == "Owner(\n  id: 1,\n  name: \"Blob\"\n)")
    @Shared(.inMemory("visits")) var visits = 1
    #expect("\(Shared(value: 1))" == "Shared<Int>(value: 1)")
    #expect("\($visits)" == "Shared<Int>(.inMemory(\"visits\"))")
    #expect("\(SharedReader($visits))" == "SharedReader<Int>(.inMemory(\"visits\"))")
    #expect("\(SharedReader(value: 1))" == "SharedReader<Int>(value: 1)")
  }

  @Test("Observation reports a change")
  func observation() {
    let isReported = LockIsolated(false)
    @Shared(value: 1) var count
    withPerceptionTracking {
      _ = count
    } onChange: {
      isReported.setValue(true)
    }
    $count.withLock { $0 += 1 }
    #expect(isReported.value)
  }

  @Test("Concurrent changes are all applied")
  func concurrency() async {
    @Shared(value: 0) var count
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...100 {
        group.addTask { [$count] in $count.withLock { $0 += 1 } }
      }
    }
    #expect(count == 100)
  }
}
