import ComposableArchitecture
import DependencyInjection
import Platform
import Testing

@MainActor
@Suite("Dismiss dependency")
struct NavigationDismissTests {
  @Reducer
  struct Outer {
    struct State: Equatable {
      @Presents var middle: Middle.State?
    }
    enum Action {
      case middle(PresentationAction<Middle.Action>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$middle, action: \.middle) { Middle() }
    }
  }

  @Reducer
  struct Middle {
    struct State: Equatable {
      var plain = Screen.State()
      @Presents var inner: Screen.State?
    }
    enum Action {
      case plain(Screen.Action)
      case inner(PresentationAction<Screen.Action>)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.plain, action: \.plain) { Screen() }
      EmptyReducer().ifLet(\.$inner, action: \.inner) { Screen() }
    }
  }

  private func store() -> StoreOf<Outer> {
    Store(
      initialState: Outer.State(middle: Middle.State(inner: Screen.State()))
    ) { Outer() }
  }

  @Test("dismiss dismisses the innermost presented feature")
  func innermost() async {
    let store = store()
    await store.send(.middle(.presented(.inner(.presented(.close))))).finish()
    #expect(store.state == Outer.State(middle: Middle.State()))
  }

  @Test("A part of a presented feature dismisses that feature")
  func part() async {
    let store = store()
    await store.send(.middle(.presented(.plain(.close)))).finish()
    #expect(store.state == Outer.State())
  }

  @Test("Actions that a feature sends after dismissing itself are discarded")
  func afterwards() async {
    let store = store()
    let messages = await issues {
      await store.send(.middle(.presented(.inner(.presented(.close))))).finish()
    }
    #expect(messages == [])
  }

  @Test("A feature can determine whether it is presented")
  func isPresented() {
    let store = store()
    store.send(.middle(.presented(.plain(.ask))))
    store.send(.middle(.presented(.inner(.presented(.ask)))))
    #expect(store.state.middle?.plain.wasPresented == true)
    #expect(store.state.middle?.inner?.wasPresented == true)

    let root = Store(initialState: Screen.State()) { Screen() }
    root.send(.ask)
    #expect(root.state.wasPresented == false)
  }

  @Test("A call outside of a presentation is reported at its line, and the effect continues")
  func outside() async {
    let messages = await issues {
      let store = Store(initialState: Screen.State()) { Screen() }
      await store.send(.close).finish()
      #expect(store.state.count == 1)
    }
    #expect(
      messages == [
        """
        A reducer requested dismissal at \
        "ComposableArchitectureTests/NavigationFixtures.swift:44", but couldn't be dismissed.

        Nothing presents the feature: it runs at the root of its store, or its state is composed \
        without "ifLet" or "forEach" over a presentation. If a feature runs both ways, check \
        "@Dependency(\\.isPresented)" first.
        """
      ])
  }

  @Test("A test can override dismiss for the root feature, but not for presented features")
  func override() async {
    let callCount = Mutex(0)
    let root = Store(initialState: Screen.State()) {
      Screen()
    } withDependencies: {
      $0.dismiss = DismissEffect { callCount.withLock { $0 += 1 } }
    }
    root.send(.ask)
    await root.send(.close).finish()
    #expect(callCount.withLock { $0 } == 1)
    #expect(root.state.wasPresented == true)

    let parent = Store(initialState: Outer.State(middle: Middle.State())) {
      Outer()
    } withDependencies: {
      $0.dismiss = DismissEffect { callCount.withLock { $0 += 1 } }
    }
    await parent.send(.middle(.presented(.plain(.close)))).finish()
    #expect(parent.state == Outer.State())
    #expect(callCount.withLock { $0 } == 1)
  }

  @Test("A parent isn't presented while it handles an action of a presented feature's effect")
  func parentOfEffect() async {
    let gate = Gate()
    gate.open()
    let store = Store(initialState: Asking.State(screen: Screen.State())) { Asking(gate: gate) }
    await store.send(.screen(.presented(.start))).finish()
    #expect(store.state.screen?.count == 100)
    #expect(store.state.wasPresented == false)
  }

  @Reducer
  struct Asking {
    struct State: Equatable {
      @Presents var screen: Screen.State?
      var wasPresented: Bool?
    }
    enum Action {
      case screen(PresentationAction<Screen.Action>)
    }
    var gate: Gate
    @Dependency(\.isPresented) var isPresented
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .screen(.presented(.opened)) = action { state.wasPresented = isPresented }
        return .none
      }
      .ifLet(\.$screen, action: \.screen) { Screen(gate: gate) }
    }
  }
}
