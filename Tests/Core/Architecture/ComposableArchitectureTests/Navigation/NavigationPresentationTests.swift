import ComposableArchitecture
import Testing

@MainActor
@Suite("Presented features")
struct NavigationPresentationTests {
  @Reducer
  struct Parent {
    struct State: Equatable {
      @Presents var screen: Screen.State?
      var countSeen: Int?
    }
    enum Action {
      case screen(PresentationAction<Screen.Action>)
      case show
      case hide
      case nothing
    }
    var gate = Gate()
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .screen:
          state.countSeen = state.screen?.count
          return .none
        case .show:
          state.screen = Screen.State()
          return .none
        case .hide:
          state.screen = nil
          return .none
        case .nothing:
          return .none
        }
      }
      .ifLet(\.$screen, action: \.screen) { Screen(gate: gate) }
    }
  }

  @Test("The reducer of a feature runs while it is presented, before the parent's reducer")
  func order() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.show)
    store.send(.screen(.presented(.increment)))
    #expect(store.state.screen?.count == 1)
    #expect(store.state.countSeen == 1)
  }

  @Test("A dismissal clears the state after the parent has handled it")
  func dismissal() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.show)
    store.send(.screen(.presented(.increment)))
    store.send(.screen(.dismiss))
    #expect(store.state.screen == nil)
    #expect(store.state.countSeen == 1)
  }

  @Test("A feature's effects are canceled when an action or its parent dismisses it")
  func cancellation() async {
    let gate = Gate()
    let store = Store(initialState: Parent.State()) { Parent(gate: gate) }
    for (number, action) in [Parent.Action.screen(.dismiss), .hide].enumerated() {
      store.send(.show)
      let task = store.send(.screen(.presented(.start)))
      await gate.waitForArrival(number + 1)
      store.send(.nothing)
      #expect(gate.cancellations == number)
      store.send(action)
      await task.finish()
      #expect(gate.cancellations == number + 1)
    }
  }

  @Test("A feature's effects continue while it is presented, and send their actions to it")
  func effects() async {
    let gate = Gate()
    let store = Store(initialState: Parent.State()) { Parent(gate: gate) }
    store.send(.show)
    let task = store.send(.screen(.presented(.start)))
    await gate.waitForArrival()
    store.send(.screen(.presented(.increment)))
    gate.open()
    await task.finish()
    #expect(store.state.screen?.count == 101)
  }

  @Test("An action for an absent feature is reported with the line of the composition")
  func absent() async {
    let messages = await issues {
      let store = Store(initialState: Parent.State()) { Parent() }
      store.send(.screen(.presented(.increment)))
      store.send(.screen(.dismiss))
      #expect(store.state.screen == nil)
    }
    #expect(messages.count == 2)
    let file = "ComposableArchitectureTests/NavigationPresentationTests.swift"
    #expect(messages.first?.hasPrefix("An \"ifLet\" at \"\(file):36\" received a ") == true)
    #expect(
      messages.first?.contains(
        """
        received a presentation action when destination state was absent.

          Action:
            NavigationPresentationTests.Parent.Action.screen(
              .presented(.increment)
            )

        The presented state was removed before the action arrived, or was never set.
        """) == true)
    #expect(messages.last?.contains("Action.screen(.dismiss)") == true)
  }

  @Test("A feature can present its own type")
  func recursion() {
    let store = Store(initialState: Nested.State()) { Nested() }
    store.send(.descend)
    store.send(.child(.presented(.descend)))
    #expect(store.state.child?.child == Nested.State())
    store.send(.child(.presented(.child(.dismiss))))
    #expect(store.state.child == Nested.State())
  }

  @Reducer
  struct Nested {
    struct State: Equatable {
      @Presents var child: Nested.State?
    }
    enum Action {
      indirect case child(PresentationAction<Nested.Action>)
      case descend
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .descend = action { state.child = State() }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Reduce(Lazy()) }
    }
  }

  /// Builds the reducer of the same type only when an action for it arrives.
  struct Lazy: Reducer {
    func reduce(into state: inout Nested.State, action: Nested.Action) -> Effect<Nested.Action> {
      Nested().reduce(into: &state, action: action)
    }
  }
}

@MainActor
@Suite("Identity of presented features")
struct NavigationIdentityTests {
  struct Row: Identifiable, Equatable {
    let id: Int
    var screen = Screen.State()
  }

  @Reducer
  struct Parent {
    struct State: Equatable {
      @Presents var row: Row?
    }
    enum Action {
      case row(PresentationAction<Screen.Action>)
      case show(Int)
    }
    var gate = Gate()
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .row(.presented(.close)):
          state.row = Row(id: 9)
          return .none
        case .row(.dismiss) where state.row?.screen.count == 7:
          state.row = Row(id: 8)
          return .none
        case .row:
          return .none
        case .show(let id):
          state.row = Row(id: id)
          return .none
        }
      }
      .ifLet(\.$row, action: \.row) {
        Scope(state: \.screen, action: \.self) { Screen(gate: gate) }
      }
    }
  }

  @Test("The effects of a replaced feature are canceled")
  func replacement() async {
    let gate = Gate()
    let store = Store(initialState: Parent.State()) { Parent(gate: gate) }
    store.send(.show(1))
    let task = store.send(.row(.presented(.start)))
    await gate.waitForArrival()
    store.send(.show(1))
    #expect(gate.cancellations == 0)
    store.send(.show(2))
    await task.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("A dismissal does not affect what the parent presents while it handles the dismissal")
  func replacementOnDismissal() {
    let store = Store(
      initialState: Parent.State(row: Row(id: 1, screen: Screen.State(count: 7)))
    ) { Parent() }
    store.send(.row(.dismiss))
    #expect(store.state.row == Row(id: 8))
    store.send(.row(.dismiss))
    #expect(store.state.row == nil)
  }
}
