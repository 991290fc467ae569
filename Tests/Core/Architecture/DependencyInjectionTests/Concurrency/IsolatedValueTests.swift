import DependencyInjection
import Foundation
import Testing

@Suite("Isolated values")
struct IsolatedValueTests {
  private struct Refusal: Error {}

  @Test("A locked value receives the changes of many concurrent tasks")
  func lock() async {
    let numbers = LockIsolated<Set<Int>>([])
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask { _ = numbers.withValue { $0.insert(number) } }
      }
    }
    #expect(numbers.value == Set(0..<100))
    #expect(numbers.count == 100)
  }

  @Test("A locked value can be replaced, and returns or throws the result of an operation")
  func lockResults() {
    let text = LockIsolated("a")
    text.setValue("b")
    #expect(text.withValue { $0 + "c" } == "bc")
    #expect(throws: Refusal.self) {
      try text.withValue {
        $0 = "d"
        throw Refusal()
      }
    }
    #expect(text.value == "d")
  }

  @Test("A locked value returns its previous value when read during a change")
  func nestedLock() {
    let number = LockIsolated(1)
    number.withValue { $0 += number.value }
    #expect(number.value == 2)
  }

  @Test("An actor receives the changes of many concurrent tasks")
  func actor() async {
    let numbers = ActorIsolated<[Int]>([])
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask { await numbers.withValue { $0.append(number) } }
      }
    }
    #expect(await numbers.value.sorted() == Array(0..<100))
    await numbers.setValue([7])
    #expect(await numbers.withValue { $0.first } == 7)
  }

  @Test("A wrapper carries a value that isn't sendable, and allows changing it")
  func unchecked() async throws {
    final class Box {
      var number = 1
    }
    @UncheckedSendable var box = Box()
    let carried = $box
    #expect(await Task { carried.number }.value == 1)
    carried.value.number = 2
    #expect(box.number == 2)

    var point = UncheckedSendable(CGPoint(x: 1, y: 2))
    point.x = 3
    #expect(point.value == CGPoint(x: 3, y: 2))
    #expect(point == UncheckedSendable(CGPoint(x: 3, y: 2)))
    #expect(try JSONEncoder().encode(UncheckedSendable([1])) == Data("[1]".utf8))
    let decoded = try JSONDecoder().decode(UncheckedSendable<[Int]>.self, from: Data("[2]".utf8))
    #expect(decoded == UncheckedSendable([2]))
  }
}
