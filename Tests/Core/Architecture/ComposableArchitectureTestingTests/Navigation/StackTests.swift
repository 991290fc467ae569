import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Testing stacks")
struct StackTests {
  @Test("Expected elements have the same identities as the reducer's elements")
  func expectedIdentities() async {
    let store = TestStore(initialState: Tabs.State()) { Tabs() }
    await store.send(.push) { $0.path.append(.page(Page.State())) }
    await store.send(.push) { $0.path.append(.page(Page.State())) }
    #expect(store.state.path.ids == [0, 1])
    await store.send(.path(.popFrom(id: 1))) { $0.path.removeLast() }
    await store.send(.push) { $0.path.append(.page(Page.State())) }
    #expect(store.state.path.ids == [0, 2])
  }

  @Test(
    "All stacks of a test share one count of identities, and different tests do not",
    arguments: 0..<3)
  func sharedCount(round: Int) async {
    let store = TestStore(
      initialState: Tabs.State(path: StackState([.page(Page.State())]))
    ) { Tabs() }
    #expect(store.state.path.ids == [0])
    await store.send(.pushToOther) { $0.other.append(.page(Page.State())) }
    await store.send(.push) { $0.path.append(.page(Page.State())) }
    #expect(store.state.other.ids == [1])
    #expect(store.state.path.ids == [0, 2])
  }

  @Test("Elements that effects push have the expected identities when they are received")
  func received() async {
    let store = TestStore(initialState: Tabs.State()) { Tabs() }
    await store.send(.pushSoon)
    await store.receive(\.push) { $0.path.append(.page(Page.State())) }
    await store.receive(\.pushToOther) { $0.other.append(.page(Page.State())) }
    await store.receive(\.push) { $0.path.append(.page(Page.State())) }
    #expect(store.state.path.ids == [0, 2])
  }

  @Test("An element is used by its identity and dismisses itself")
  func element() async {
    let store = TestStore(initialState: Tabs.State()) { Tabs() }
    await store.send(.path(.push(id: 0, state: .page(Page.State())))) {
      $0.path.append(.page(Page.State()))
    }
    await store.send(.path(.element(id: 0, action: .page(.turn)))) {
      $0.path[id: 0, case: \.page]?.number = 1
    }
    await store.send(.path(.element(id: 0, action: .page(.close))))
    await store.receive(\.path.popFrom, 0) { $0.path = StackState() }
  }

  @Test("An element pushed with an identity can be expected with that identity, in any order")
  func pushedIdentity() async {
    let store = TestStore(initialState: Tabs.State()) { Tabs() }
    await store.send(.push) { $0.path.append(.page(Page.State())) }
    await store.send(.push) { $0.path.append(.page(Page.State())) }
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
    await store.send(.path(.push(id: 1, state: .page(Page.State())))) {
      $0.path[id: 1] = .page(Page.State())
    }
    await store.send(.path(.push(id: 2, state: .page(Page.State())))) {
      $0.path[id: 2] = .page(Page.State())
    }
    #expect(store.state.path.ids == [1, 2])
  }

  @Test("A push with an identity after the next one is a single issue, and can be asserted")
  func laterIdentity() async {
    let messages = await failures {
      let store = TestStore(initialState: Tabs.State()) { Tabs() }
      await store.send(.path(.push(id: 5, state: .page(Page.State())))) {
        $0.path[id: 5] = .page(Page.State())
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.message.contains("unexpected generational ID") == true)
  }

  @Test("An element with a different identity does not match the expected one")
  func wrongIdentity() async {
    let messages = await failures {
      let store = TestStore(initialState: Tabs.State()) { Tabs() }
      await store.send(.push) {
        $0.path.append(.page(Page.State()))
        $0.path.removeLast()
        $0.path.append(.page(Page.State()))
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.message.contains("#1: .page(") == true)
    #expect(messages.first?.message.contains("#0: .page(") == true)
  }
}

@Reducer
private struct Page {
  struct State: Equatable {
    var number = 0
  }

  enum Action: Equatable {
    case turn
    case close
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .turn:
        state.number += 1
        return .none
      case .close:
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer(state: .equatable, action: .equatable)
private enum Path {
  case page(Page)
}

@Reducer
private struct Tabs {
  struct State: Equatable {
    var path = StackState<Path.State>()
    var other = StackState<Path.State>()
  }

  enum Action {
    case path(StackActionOf<Path>)
    case push
    case pushToOther
    case pushSoon
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path:
        return .none
      case .push:
        state.path.append(.page(Page.State()))
        return .none
      case .pushToOther:
        state.other.append(.page(Page.State()))
        return .none
      case .pushSoon:
        return .run { send in
          await send(.push)
          await send(.pushToOther)
          await send(.push)
        }
      }
    }
    .forEach(\.path, action: \.path)
  }
}
