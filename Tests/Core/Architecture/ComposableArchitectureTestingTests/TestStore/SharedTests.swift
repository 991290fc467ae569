import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import Testing

@Suite("Shared state in a test store")
@MainActor
struct SharedStateInTestStoreTests {
  @Test("A change of shared state is asserted like any other change")
  func asserted() async {
    let store = TestStore(initialState: Sharer.State(count: Shared(value: 0))) { Sharer() }
    await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
    await store.send(.increment) { $0.$count.withLock { $0 += 1 } }
    #expect(store.state.count == 2)
  }

  @Test("An expectation does not change the shared value itself")
  func expectationIsNoChange() async {
    let count = Shared(value: 0)
    let failures = await failures {
      let store = TestStore(initialState: Sharer.State(count: count)) { Sharer() }
      await store.send(.increment) { $0.$count.withLock { $0 = 7 } }
    }
    #expect(count.wrappedValue == 1)
    #expect(
      failures.map(\.message) == [
        """
        A state change does not match expectation.

            \u{2007} Sharer.State(
            −   count: 7,
            +   count: 1,
            \u{2007}   isLoaded: false
            \u{2007} )

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test("An unasserted change of shared state fails")
  func unasserted() async {
    let failures = await failures {
      let store = TestStore(initialState: Sharer.State(count: Shared(value: 0))) { Sharer() }
      await store.send(.increment)
    }
    #expect(
      failures.map(\.message) == [
        """
        State was not expected to change, but a change occurred.

            \u{2007} Sharer.State(
            −   count: 0,
            +   count: 1,
            \u{2007}   isLoaded: false
            \u{2007} )

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test("An expected change of shared state that does not occur fails")
  func expectedInVain() async {
    let failures = await failures {
      let store = TestStore(initialState: Sharer.State(count: Shared(value: 0))) { Sharer() }
      await store.send(.ignore) { $0.$count.withLock { $0 = 0 } }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.hasPrefix("Expected state to change") == true)
  }

  @Test("A change by an effect is asserted with the action that the effect sends")
  func changedByEffect() async {
    let store = TestStore(initialState: Sharer.State(count: Shared(value: 0))) { Sharer() }
    await store.send(.load)
    await store.receive(\.loaded) {
      $0.$count.withLock { $0 = 42 }
      $0.isLoaded = true
    }
  }

  @Test("Each of several received actions is compared with the values of its own step")
  func severalSteps() async {
    let store = TestStore(initialState: Sharer.State(count: Shared(value: 0))) { Sharer() }
    await store.send(.twice)
    #expect(store.state.count == 2)
    await store.receive(\.increment) { $0.$count.withLock { $0 = 1 } }
    await store.receive(\.increment) { $0.$count.withLock { $0 = 2 } }
  }

  @Test("A change by an effect without an action is asserted separately")
  func changedSilently() async {
    let store = TestStore(initialState: Sharer.State(count: Shared(value: 0))) { Sharer() }
    await store.send(.changeSilently)
    store.assert { $0.$count.withLock { $0 = 5 } }
    let failures = await failures {
      let store = TestStore(initialState: Sharer.State(count: Shared(value: 0))) { Sharer() }
      await store.send(.changeSilently)
      await store.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("store.assert") == true)
  }

  @Test("A non-exhaustive test asserts the changes that it chooses")
  func notExhaustive() async {
    let store = TestStore(initialState: Sharer.State(count: Shared(value: 0))) { Sharer() }
    store.exhaustivity = .off
    await store.send(.increment)
    await store.send(.increment) { $0.$count.withLock { $0 = 2 } }
    let failures = await failures {
      await store.send(.increment) { $0.$count.withLock { $0 = 7 } }
    }
    #expect(failures.count == 1)
  }
}

@Reducer
private struct Sharer {
  struct State: Equatable {
    @Shared var count: Int
    var isLoaded = false
  }

  enum Action {
    case increment, ignore, load, loaded, twice, changeSilently
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.$count.withLock { $0 += 1 }
      case .ignore: break
      case .load:
        return .run { [count = state.$count] send in
          count.withLock { $0 = 42 }
          await send(.loaded)
        }
      case .loaded: state.isLoaded = true
      case .twice: return .merge(.send(.increment), .send(.increment))
      case .changeSilently:
        return .run { [count = state.$count] _ in count.withLock { $0 = 5 } }
      }
      return .none
    }
  }
}
