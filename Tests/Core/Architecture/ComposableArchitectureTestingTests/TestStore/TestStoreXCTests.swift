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
