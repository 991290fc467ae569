import ComposableArchitecture
import Testing

/// Tests the guarantees of the published documentation of bindings, stores and observation.
@MainActor
struct BindingsAndObservationTests {
  @Reducer
  struct Settings {
    @ObservableState
    struct State: Equatable {
      var digest = Digest.daily
      var displayName = ""
      var protectMyPosts = false
      var sliderValue = 5.0
      var address = Address()
    }
    struct Address: Equatable {
      var city = ""
    }
    enum Digest: String, CaseIterable {
      case daily, off
    }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case resetButtonTapped
    }
    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.displayName):
          state.displayName = String(state.displayName.prefix(16))
          return .none
        case .binding(\.sliderValue):
          state.digest = state.sliderValue > 5 ? .off : .daily
          return .none
        case .binding:
          return .none
        case .resetButtonTapped:
          state = State()
          return .none
        }
      }
    }
  }

  @Test
  func aBindingSetsItsFieldBeforeTheReducerRuns() async {
    let store = TestStore(initialState: Settings.State()) { Settings() }
    await store.send(\.binding.displayName, "Blob the second of his name") {
      $0.displayName = "Blob the second "
    }
    await store.send(\.binding.protectMyPosts, true) { $0.protectMyPosts = true }
    await store.send(\.binding.sliderValue, 6) {
      $0.sliderValue = 6
      $0.digest = .off
    }
  }

  @Test
  func aBindingIsSentAsASetAction() async {
    let store = TestStore(initialState: Settings.State()) { Settings() }
    await store.send(.binding(.set(\.digest, .off))) { $0.digest = .off }
    await store.send(.binding(.set(\.address.city, "Oslo"))) { $0.address.city = "Oslo" }
    await store.send(.set(\.displayName, "Blob")) { $0.displayName = "Blob" }
    await store.send(.resetButtonTapped) { $0 = Settings.State() }
  }

  @Test
  func bindingActionsAreComparedByFieldAndValue() {
    typealias Action = BindingAction<Settings.State>
    #expect(Action.set(\.displayName, "a") == .set(\.displayName, "a"))
    #expect(Action.set(\.displayName, "a") != .set(\.displayName, "b"))
    #expect(Action.set(\.protectMyPosts, true) != .set(\.displayName, "a"))
    #expect(Action.set(\.displayName, "a").keyPath == \Settings.State.displayName)
  }

  @Test
  func aFieldTellsOfItsOwnChangesAlone() async {
    let store = Store(initialState: Settings.State()) { Settings() }
    let changes = LockIsolated(0)
    withObservationTracking {
      _ = store.displayName
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    store.send(.binding(.set(\.protectMyPosts, true)))
    #expect(changes.value == 0)
    store.send(.binding(.set(\.displayName, "Blob")))
    #expect(changes.value == 1)
  }

  @Reducer
  struct Parent {
    @ObservableState
    struct State: Equatable {
      var settings = Settings.State()
      var rows: IdentifiedArrayOf<Row.State> = []
    }
    enum Action {
      case rows(IdentifiedActionOf<Row>)
      case settings(Settings.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.settings, action: \.settings) { Settings() }
      EmptyReducer()
        .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  @Reducer
  struct Row {
    @ObservableState
    struct State: Equatable, Identifiable {
      let id: Int
      var isOn = false
    }
    enum Action { case toggled }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.isOn.toggle()
        return .none
      }
    }
  }

  @Test
  func aScopedStoreSeesAndSendsWhatItsChildDoes() {
    let store = Store(initialState: Parent.State()) { Parent() }
    let child = store.scope(state: \.settings, action: \.settings)
    child.send(.binding(.set(\.displayName, "Blob")))
    #expect(child.displayName == "Blob")
    #expect(store.settings.displayName == "Blob")
    #expect(child.withState(\.displayName) == "Blob")
  }

  @Test
  func aFieldIsSetWithoutTheNameOfItsBindingCase() async {
    let settings = TestStore(initialState: Settings.State()) { Settings() }
    await settings.send(\.protectMyPosts, true) { $0.protectMyPosts = true }
    let parent = TestStore(initialState: Parent.State()) { Parent() }
    await parent.send(\.settings.displayName, "Blob") { $0.settings.displayName = "Blob" }
    await parent.send(\.settings.binding.displayName, "") { $0.settings.displayName = "" }
    await parent.send(\.settings.resetButtonTapped)
    let path: CaseKeyPath<Parent.Action, String> = \.settings.displayName
    #expect(AnyCasePath(path).extract(from: .settings(.binding(.set(\.displayName, "a")))) == "a")
    #expect(AnyCasePath(path).extract(from: .settings(.binding(.set(\.digest, .off)))) == nil)
  }

  @Test
  func aScopedStoreTellsOfItsOwnFieldsAlone() {
    let store = Store(initialState: Parent.State(rows: [Row.State(id: 1)])) { Parent() }
    let child = store.scope(state: \.settings, action: \.settings)
    let changes = LockIsolated(0)
    withObservationTracking {
      _ = child.displayName
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    store.send(.rows(.element(id: 1, action: .toggled)))
    #expect(changes.value == 0)
    store.send(.settings(.binding(.set(\.displayName, "Blob"))))
    #expect(changes.value == 1)
  }

  @Test
  func rowsAreScopedOneByOne() {
    let store = Store(initialState: Parent.State(rows: [Row.State(id: 1), Row.State(id: 2)])) {
      Parent()
    }
    let rows = Array(store.scope(state: \.rows, action: \.rows))
    #expect(rows.map(\.id) == [1, 2])
    rows[1].send(.toggled)
    #expect(store.rows.map(\.isOn) == [false, true])
  }

  @Test
  func actionsThatAreSentByAnEffectAtOnceAreReducedInOrder() async {
    enum Action: Equatable { case tap, one, two, three }
    let store = TestStore(initialState: [Action]()) {
      Reduce<[Action], Action> { state, action in
        state.append(action)
        switch action {
        case .tap: return .merge(.send(.one), .send(.two))
        case .one: return .send(.three)
        case .two, .three: return .none
        }
      }
    }
    await store.send(.tap) { $0 = [.tap] }
    await store.receive(.one) { $0 = [.tap, .one] }
    await store.receive(.two) { $0 = [.tap, .one, .two] }
    await store.receive(.three) { $0 = [.tap, .one, .two, .three] }
  }

  @Test
  func theTaskOfAStoreCanBeAwaitedAndCancelled() async {
    enum Action { case start, done }
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        switch action {
        case .start: return .run { send in await send(.done) }
        case .done:
          state += 1
          return .none
        }
      }
    }
    await store.send(.start).finish()
    #expect(store.withState { $0 } == 1)
    let task = store.send(.start)
    task.cancel()
    #expect(task.isCancelled)
  }
}
