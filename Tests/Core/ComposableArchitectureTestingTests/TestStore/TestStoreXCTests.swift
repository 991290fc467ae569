import ComposableArchitectureTesting
import XCTest

/// A user's XCTest works with a test store as a test of Swift Testing does.
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
}
