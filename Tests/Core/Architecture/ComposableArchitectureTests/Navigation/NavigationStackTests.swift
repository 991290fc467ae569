import ComposableArchitecture
import DependencyInjection
import Testing

@MainActor
@Suite("Features on a stack", .ownStackElementIDs)
struct NavigationStackTests {
  @Reducer
  struct Parent {
    struct State: Equatable {
      var path = StackState<Screen.State>()
      var countsSeen: [Int] = []
    }
    enum Action {
      case path(StackActionOf<Screen>)
      case add
      case removeAll
      case nothing
    }
    var gate = Gate()
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .path:
          state.countsSeen = state.path.map(\.count)
          return .none
        case .add:
          state.path.append(Screen.State())
          return .none
        case .removeAll:
          state.path.removeAll()
          return .none
        case .nothing:
          return .none
        }
      }
      .forEach(\.path, action: \.path) { Screen(gate: gate) }
    }
  }

  private func store(count: Int, gate: Gate = Gate()) -> StoreOf<Parent> {
    let store = Store(initialState: Parent.State()) { Parent(gate: gate) }
    for _ in 0..<count { store.send(.add) }
    return store
  }

  @Test("An action reaches the element with its identity before the parent")
  func element() {
    let store = store(count: 2)
    store.send(.path(.element(id: 1, action: .increment)))
    #expect(store.state.path.map(\.count) == [0, 1])
    #expect(store.state.countsSeen == [0, 1])
  }

  @Test("After the parent has handled a pop, the element and all elements above it are removed")
  func pop() {
    let store = store(count: 3)
    store.send(.path(.popFrom(id: 1)))
    #expect(store.state.path.ids == [0])
    #expect(store.state.countsSeen == [0, 0, 0])
  }

  @Test("A push adds an element on top before the parent handles the push")
  func push() {
    let store = store(count: 1)
    store.send(.path(.push(id: 1, state: Screen.State(count: 5))))
    #expect(store.state.path.ids == [0, 1])
    #expect(store.state.countsSeen == [0, 5])
    store.send(.add)
    #expect(store.state.path.ids == [0, 1, 2])
  }

  @Test("An element that dismisses itself is popped together with all elements above it")
  func dismissal() async {
    let store = store(count: 3)
    let messages = await issues {
      await store.send(.path(.element(id: 1, action: .close))).finish()
    }
    #expect(store.state.path.ids == [0])
    #expect(messages == [])
  }

  @Test("isPresented is true for an element")
  func isPresented() {
    let store = store(count: 1)
    store.send(.path(.element(id: 0, action: .ask)))
    #expect(store.state.path[id: 0]?.wasPresented == true)
  }

  @Test("Only the effects of a removed element are canceled")
  func cancellation() async {
    let gate = Gate()
    let store = store(count: 2, gate: gate)
    let first = store.send(.path(.element(id: 0, action: .start)))
    let second = store.send(.path(.element(id: 1, action: .start)))
    await gate.waitForArrival(2)
    store.send(.nothing)
    #expect(gate.cancellations == 0)
    store.send(.path(.popFrom(id: 1)))
    await second.finish()
    #expect(gate.cancellations == 1)
    gate.open()
    await first.finish()
    #expect(store.state.path.map(\.count) == [100])
  }

  @Test("The effects of elements that the parent removes are canceled")
  func removalByParent() async {
    let gate = Gate()
    let store = store(count: 1, gate: gate)
    let task = store.send(.path(.element(id: 0, action: .start)))
    await gate.waitForArrival()
    store.send(.removeAll)
    await task.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("An action for a missing element is reported with the line of the composition")
  func missingElement() async {
    let messages = await issues {
      store(count: 1).send(.path(.element(id: 7, action: .increment)))
    }
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasPrefix(
        """
        A "forEach" at "ComposableArchitectureTests/NavigationStackTests.swift:37" received an \
        action for a missing element.

          Action:
            Screen.Action.increment

        The element left the stack before the action arrived, or was never on it.
        """) == true)
  }

  @Test("A pop of a missing element is reported")
  func missingPop() async {
    let messages = await issues {
      let store = store(count: 2)
      store.send(.path(.popFrom(id: 7)))
      #expect(store.state.path.ids == [0, 1])
    }
    #expect(
      messages == [
        """
        A "forEach" at "ComposableArchitectureTests/NavigationStackTests.swift:37" received a \
        "popFrom" action for a missing element.

          ID:
            #7
          Path IDs:
            [#0, #1]
        """
      ])
  }

  @Test("A push of an existing element is reported")
  func repeatedPush() async {
    let messages = await issues {
      let store = store(count: 1)
      store.send(.path(.push(id: 0, state: Screen.State(count: 5))))
      #expect(store.state.path.map(\.count) == [0])
    }
    #expect(
      messages == [
        """
        A "forEach" at "ComposableArchitectureTests/NavigationStackTests.swift:37" received a \
        "push" action for an element it already contains.

          ID:
            #0
          Path IDs:
            [#0]
        """
      ])
  }

  @Test("In a test, a push with a different identity than the next one is reported")
  func unexpectedPush() async {
    let messages = await issues {
      let store = store(count: 1)
      store.send(.path(.push(id: 5, state: Screen.State())))
      #expect(store.state.path.ids == [0, 5])
    }
    #expect(
      messages == [
        """
        A "forEach" at "ComposableArchitectureTests/NavigationStackTests.swift:37" received a \
        "push" action with an unexpected generational ID.

          Received ID:
            #5
          Expected ID:
            #1
        """
      ])
  }

  private func storeOfApp() -> StoreOf<Parent> {
    withDependencies {
      $0.context = .live
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      store(count: 1)
    }
  }

  @Test("In an app, a push can have any identity, and later identities are greater")
  func pushInApp() async {
    let messages = await issues {
      let store = storeOfApp()
      store.send(.path(.push(id: 5, state: Screen.State())))
      store.send(.add)
      #expect(store.state.path.ids == [0, 5, 6])
    }
    #expect(messages == [])
  }

  @Test("Case paths match the actions of elements by identity")
  func casePaths() {
    let action = Parent.Action.path(.element(id: 1, action: .increment))
    #expect(action[case: \.path[id: 1]] == .increment)
    #expect(action.is(\.path[id: 1].increment))
    #expect(!action.is(\.path[id: 0].increment))
    #expect(!action.is(\.path[id: 1].start))
    let path: CaseKeyPath<Parent.Action, Void> = \.path[id: 3].increment
    #expect(path().is(\.path[id: 3].increment))
    #expect(action[case: \.path.element]?.id == 1)
    #expect(Parent.Action.path(.popFrom(id: 2))[case: \.path.popFrom] == 2)
    #expect(Parent.Action.path(.push(id: 2, state: Screen.State()))[case: \.path.push]?.id == 2)
  }
}
