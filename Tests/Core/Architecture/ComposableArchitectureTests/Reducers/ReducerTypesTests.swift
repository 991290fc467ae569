import ComposableArchitecture
import RecordCoding
import Testing

extension Early {
  @Recordable
  struct State: Equatable { var count = 0 }

  @CasePathable @Recordable
  enum Action: Equatable { case tapped }
}

/// A feature whose types are declared in an extension before it.
@Reducer
private struct Early {
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.count += 1
        return .none
      }
    }
  }
}

/// A recordable feature whose types are declared in extensions after it.
@Reducer(.recordable)
private struct Late {
  var body: some ReducerOf<Self> {
    Scope(state: \.early, action: \.early) { Early() }
  }
}

extension Late {
  @ObservableState @Recordable
  struct State: Equatable { var early = Early.State() }
}

extension Late {
  @CasePathable @Recordable
  enum Action: Equatable { case early(Early.Action) }
}

/// A feature with its state in an extension.
@Reducer
private struct StateApart {
  enum Action { case set(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .set(let count) = action { state.count = count }
      return .none
    }
  }
}

extension StateApart {
  struct State { var count = 0 }
}

/// A feature with its actions in an extension, and a type alias as its state.
@Reducer
private struct ActionApart {
  typealias State = Early.State

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .set(let count) = action { state.count = count }
      return .none
    }
  }
}

extension ActionApart {
  enum Action { case set(Int) }
}

/// A feature with type aliases in an extension, and a body whose type has a name.
@Reducer
private struct Renamed {
  var body: Early { Early() }
}

extension Renamed {
  typealias State = Early.State
  typealias Action = Early.Action
}

/// A feature for any state.
@Reducer
private struct Logger<State> {
  let actions: LockIsolated<[Early.Action]>

  var body: some Reducer<State, Early.Action> {
    Reduce { _, action in
      actions.withValue { $0.append(action) }
      return .none
    }
  }
}

/// A feature for any state and any actions.
@Reducer
private struct Idle<State, Action> {
  var body: some Reducer<State, Action> { EmptyReducer() }
}

/// A feature for any state, without a body.
@Reducer
private struct Inert<State> {}

@MainActor
@Suite("Types of a reducer that are declared apart from it")
struct ReducerTypesTests {
  @Test("Extensions before and after a feature declare its state and its actions")
  func extensions() {
    let store = Store(initialState: Late.State()) { Late() }
    store.send(.early(.tapped))
    #expect(store.state == Late.State(early: Early.State(count: 1)))
    let renamed = Store(initialState: Early.State()) { Renamed() }
    renamed.send(.tapped)
    #expect(renamed.state.count == 1)
  }

  @Test("An extension declares only the state or only the actions")
  func oneType() {
    let state = Store(initialState: StateApart.State()) { StateApart() }
    state.send(.set(3))
    #expect(state.state.count == 3)
    let action = Store(initialState: Early.State()) { ActionApart() }
    action.send(.set(4))
    #expect(action.state.count == 4)
  }

  @Test("A generic parameter is the state or the action of a feature")
  func parameters() {
    let actions = LockIsolated<[Early.Action]>([])
    let store = Store(initialState: Early.State()) {
      Early()
      Logger(actions: actions)
      Idle()
    }
    store.send(.tapped)
    #expect(store.state.count == 1)
    #expect(actions.value == [.tapped])
    let inert = Store(initialState: 5) { Inert<Int>() }
    #expect(inert.withState(\.self) == 5)
  }
}
