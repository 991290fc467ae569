import ComposableArchitecture
import XCTest

private struct Tally: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

/// An object that sends actions without being on the main actor, as before Swift 6.
private final class AppDelegate {
  let store = Store(initialState: Tally.State()) { Tally() }
  func didFinishLaunching() { store.send(.tapped) }
}

/// Tests that code of the language mode of Swift 5 may use stores outside of the main actor.
final class UnisolatedStoreTests: XCTestCase {
  func testSynchronousTest() {
    let store = Store(initialState: Tally.State()) { Tally() }
    store.send(.tapped)
    XCTAssertEqual(store.withState(\.count), 1)
    let viewStore = ViewStore(store, observe: { $0 })
    viewStore.send(.tapped)
    XCTAssertEqual(viewStore.count, 2)
  }

  func testDelegate() {
    let delegate = AppDelegate()
    delegate.didFinishLaunching()
    XCTAssertEqual(delegate.store.withState(\.count), 1)
  }

  @MainActor func testSendableClosure() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    await store.send(.tapped) { $0.count = 1 }
    let log = LockIsolated<[Int]>([])
    log.withValue { $0.append(store.state.count) }
    XCTAssertEqual(log.value, [1])
  }
}
