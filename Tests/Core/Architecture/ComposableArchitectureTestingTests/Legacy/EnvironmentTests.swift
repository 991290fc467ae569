import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Test stores of reducers with an environment")
struct EnvironmentTests {
  @CasePathable
  enum Action: Equatable {
    case draw
    case drawn(Int)
  }

  private static let reducer = AnyReducer<Int, Action, @Sendable () async -> Int> {
    state, action, random in
    switch action {
    case .draw: return .run { send in await send(.drawn(await random())) }
    case .drawn(let number):
      state = number
      return .none
    }
  }

  @Test("An effect uses the environment, and its action must be received")
  func receive() async {
    let store = TestStore(initialState: 0, reducer: Self.reducer, environment: { 17 })
    await store.send(.draw)
    await store.receive(.drawn(17)) { $0 = 17 }
  }

  @Test("A wrong expectation fails at its line")
  func failure() async {
    let store = TestStore(initialState: 0, reducer: Self.reducer, environment: { 17 })
    await withKnownIssue {
      await store.send(.drawn(1)) { $0 = 2 }
    } matching: { issue in
      issue.description.contains("A state change does not match expectation")
    }
  }
}

@MainActor
@Suite("Receiving element and binding actions by case path")
struct ActionPathTests {
  @Reducer
  struct List {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
      var title = ""
    }

    enum Action: Equatable, BindableAction {
      case binding(BindingAction<State>)
      case rows(IdentifiedActionOf<Row>)
      case tapFirst
      case clear
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { _, action in
        switch action {
        case .tapFirst: .send(.rows(.element(id: 1, action: .tap)))
        case .clear: .send(.set(\.title, "none"))
        default: .none
        }
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  @Reducer
  struct Row {
    struct State: Equatable, Identifiable {
      let id: Int
      var taps = 0
    }

    enum Action: Equatable {
      case tap
      case rename(String)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard action == .tap else { return .none }
      state.taps += 1
      return .send(.rename("row \(state.id)"))
    }
  }

  @Test("An element's action is received by the case path of the element and its case")
  func element() async {
    let store = TestStore(initialState: List.State()) { List() }
    await store.send(.tapFirst)
    await store.receive(\.rows[id: 1].tap) { $0.rows[id: 1]?.taps = 1 }
    await store.receive(\.rows[id: 1].rename, "row 1")
  }

  @Test("An element's action does not match the case path of a different element")
  func otherElement() async {
    let store = TestStore(initialState: List.State()) { List() }
    await store.send(.rows(.element(id: 1, action: .tap))) { $0.rows[id: 1]?.taps = 1 }
    await withKnownIssue {
      await store.receive(\.rows[id: 2].rename)
    } matching: { issue in
      issue.description.contains("Received unexpected action")
    }
  }

  @Test("A binding action is received by the case path of its field, with or without its value")
  func binding() async {
    let store = TestStore(initialState: List.State()) { List() }
    await store.send(.clear)
    await store.receive(\.binding.title) { $0.title = "none" }
    await store.send(.clear)
    await store.receive(\.binding.title, "none")
  }
}
