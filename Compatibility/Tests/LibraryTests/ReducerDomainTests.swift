import ComposableArchitecture
import Testing

/// Features whose state and actions are inferred from the types of their bodies.
@Reducer
private struct Catalog {
  struct State: Equatable { var count = 0 }

  enum Action { case add, remove }

  @Reducer
  struct Adding {
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .add = action { state.count += 1 }
        return .none
      }
    }
  }

  @Reducer
  struct Noting {
    struct State: Equatable { var actions = 0 }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .add, .remove: state.actions += 1
        }
        return .none
      }
    }
  }

  var body: some ReducerOf<Self> {
    Adding()
    Removing()
  }
}

extension Catalog {
  @Reducer
  fileprivate struct Removing {
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .remove = action { state.count -= 1 }
        return .none
      }
    }
  }
}

@Reducer
private struct Blank {
  let body = EmptyReducer<Int, Bool>()
}

@Reducer
private struct Doubling {
  let body = Reduce<Int, Void> { state, _ in
    state *= 2
    return .none
  }
}

private struct PlainBlank: Reducer {
  let body = EmptyReducer<Int, Int>()
}

@MainActor
struct ReducerDomainTests {
  @Test("A nested reducer without its own state and actions uses the enclosing types")
  func nested() async {
    let store = TestStore(initialState: Catalog.State()) { Catalog() }
    await store.send(.add) { $0.count = 1 }
    await store.send(.remove) { $0.count = 0 }
  }

  @Test("A nested reducer with its own state uses the enclosing actions")
  func nestedState() async {
    let store = TestStore(initialState: Catalog.Noting.State()) { Catalog.Noting() }
    await store.send(Catalog.Action.remove) { $0.actions = 1 }
  }

  @Test("A stored body determines the state and actions of its reducer")
  func stored() async {
    let blank = TestStore(initialState: 1) { Blank() }
    await blank.send(true)
    let doubling = TestStore(initialState: 1) { Doubling() }
    await doubling.send(()) { $0 = 2 }
    let plain = TestStore(initialState: 1) { PlainBlank() }
    await plain.send(3)
  }
}
