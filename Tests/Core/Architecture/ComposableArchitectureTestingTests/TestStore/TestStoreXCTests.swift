import ComposableArchitectureTesting
import XCTest

/// An XCTest, which can use a test store in the same way as a test of Swift Testing.
final class TestStoreXCTests: XCTestCase {
  @MainActor
  func testSendsAndReceives() async {
    let store = Probe.store { await $0(.answer(1)) }
    await store.send(.begin)
    await store.receive(\.answer) { $0.answers = [1] }
    await store.finish()
  }

  func testStoreThatEndsOutsideOfTheMainActor() async {
    let store = await Probe.store { await $0(.answer(1)) }
    await store.send(.begin)
    await store.receive(\.answer) { $0.answers = [1] }
  }

  @MainActor
  func testSeedsFindARace() async {
    let first = await Lookup.staleSeeds(0..<50)
    let second = await Lookup.staleSeeds(0..<50)
    XCTAssertFalse(first.isEmpty)
    XCTAssertEqual(first, second)
  }
}

/// Tests whose clocks XCTest creates before the first test, and whose stores outlive them.
final class SeparateWorkXCTests: XCTestCase {
  private let clock = TestClock()
  private var store: AnyObject?

  func testStoreThatOutlivesItsTest() async { await checkWork() }

  func testStoreAfterAnotherTest() async { await checkWork() }

  private func checkWork() async {
    XCTAssertFalse(uncheckedUseMainSerialExecutor)
    let clock = clock
    let store = await Probe.store { send in
      try await clock.sleep(for: .seconds(1))
      await send(.answer(1))
    }
    XCTAssertTrue(uncheckedUseMainSerialExecutor)
    await store.send(.begin)
    await clock.advance(by: .seconds(1))
    await store.receive(\.answer, timeout: .zero) { $0.answers = [1] }
    self.store = store
  }
}
