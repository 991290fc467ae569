import ComposableArchitecture
import Testing

/// Tests the guarantees of the published documentation of reducer operators.
@MainActor
struct OperatorsTests {
  @Reducer
  struct Child {
    @ObservableState
    struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
    }
    enum Action: Equatable {
      case tapped
      case later
      case response
    }
    @Dependency(\.continuousClock) var clock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tapped:
          state.count += 1
          return .none
        case .later:
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.response)
          }
        case .response:
          state.count += 10
          return .none
        }
      }
    }
  }

  @Reducer
  struct Parent {
    @ObservableState
    struct State: Equatable {
      var child = Child.State()
      var optional: Child.State?
      var rows: IdentifiedArrayOf<Child.State> = []
      var log: [String] = []
    }
    enum Action: Equatable {
      case child(Child.Action)
      case optional(Child.Action)
      case rows(IdentifiedActionOf<Child>)
      case close
      case remove(Int)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) {
        Child()
      }
      Reduce { state, action in
        switch action {
        case .child(.tapped):
          state.log.append("child \(state.child.count)")
          return .none
        case .optional(.tapped):
          state.log.append("optional \(state.optional?.count ?? -1)")
          return .none
        case let .rows(.element(id: id, action: .tapped)):
          state.log.append("row \(state.rows[id: id]?.count ?? -1)")
          return .none
        case .close:
          state.optional = nil
          return .none
        case let .remove(id):
          state.rows.remove(id: id)
          return .none
        case .child, .optional, .rows:
          return .none
        }
      }
      .ifLet(\.optional, action: \.optional) {
        Child()
      }
      .forEach(\.rows, action: \.rows) {
        Child()
      }
    }
  }

  @Test
  func scopeRunsBeforeWhatFollowsIt() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(\.child.tapped) {
      $0.child.count = 1
      $0.log = ["child 1"]
    }
  }

  @Test
  func optionalChildRunsBeforeItsParent() async {
    let store = TestStore(initialState: Parent.State(optional: Child.State())) { Parent() }
    await store.send(\.optional.tapped) {
      $0.optional?.count = 1
      $0.log = ["optional 1"]
    }
  }

  @Test
  func elementsRunBeforeTheirParent() async {
    let store = TestStore(
      initialState: Parent.State(rows: [Child.State(id: 1), Child.State(id: 2)])
    ) {
      Parent()
    }
    await store.send(\.rows[id: 2].tapped) {
      $0.rows[id: 2]?.count = 1
      $0.log = ["row 1"]
    }
    await store.send(.rows(.element(id: 1, action: .tapped))) {
      $0.rows[id: 1]?.count = 1
      $0.log = ["row 1", "row 1"]
    }
  }

  @Test
  func effectsOfAnOptionalChildEndWithIt() async {
    let clock = TestClock()
    let store = TestStore(initialState: Parent.State(optional: Child.State())) {
      Parent()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.optional.later)
    await store.send(\.close) { $0.optional = nil }
    await clock.advance(by: .seconds(1))
  }

  @Test
  func effectsOfAnElementEndWithItAndOthersGoOn() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: Parent.State(rows: [Child.State(id: 1), Child.State(id: 2)])
    ) {
      Parent()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.rows[id: 1].later)
    await store.send(\.rows[id: 2].later)
    await store.send(\.remove, 1) { $0.rows.remove(id: 1) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.rows[id: 2].response) { $0.rows[id: 2]?.count = 10 }
  }

  @Test
  func anActionOfAMissingChildIsReported() async {
    let store = Store(initialState: Parent.State()) { Parent() }
    withKnownIssue {
      _ = store.send(.optional(.tapped))
    }
    withKnownIssue {
      _ = store.send(.rows(.element(id: 9, action: .tapped)))
    }
  }

  @Reducer
  struct Screens {
    @CasePathable
    @dynamicMemberLookup
    @ObservableState
    enum State: Equatable {
      case loggedOut(Child.State)
      case loggedIn(Child.State)
    }
    enum Action {
      case loggedOut(Child.Action)
      case loggedIn(Child.Action)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .loggedOut(.response) = action {
          state = .loggedIn(Child.State())
        }
        return .none
      }
      .ifCaseLet(\.loggedOut, action: \.loggedOut) { Child() }
      .ifCaseLet(\.loggedIn, action: \.loggedIn) { Child() }
    }
  }

  @Test
  func eachCaseRunsItsOwnReducer() async {
    let store = TestStore(initialState: Screens.State.loggedOut(Child.State())) { Screens() }
    await store.send(\.loggedOut.tapped) {
      $0.modify(\.loggedOut) { $0.count = 1 }
    }
    #expect(store.state.loggedOut?.count == 1)
    await store.send(\.loggedOut.response) { $0 = .loggedIn(Child.State()) }
    await store.send(\.loggedIn.tapped) {
      $0.modify(\.loggedIn) { $0.count = 1 }
    }
  }

  @Test
  func anActionOfAnotherCaseIsReported() {
    let store = Store(initialState: Screens.State.loggedOut(Child.State())) { Screens() }
    withKnownIssue {
      _ = store.send(.loggedIn(.tapped))
    }
  }

  @Reducer
  struct Watched {
    struct State: Equatable {
      var count = 0
      var changes: [String] = []
    }
    enum Action {
      case add(Int)
      case noted
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case let .add(number) = action { state.count += number }
        return .none
      }
      .onChange(of: \.count) { oldValue, newValue in
        Reduce { state, _ in
          state.changes.append("\(oldValue) to \(newValue)")
          return .send(.noted)
        }
      }
    }
  }

  @Test
  func onChangeRunsOnlyWhenTheValueChanged() async {
    let store = TestStore(initialState: Watched.State()) { Watched() }
    await store.send(.add(2)) {
      $0.count = 2
      $0.changes = ["0 to 2"]
    }
    await store.receive(\.noted)
    await store.send(.add(0))
  }

  @Test
  func aDependencyOfAnOperatorIsForItsReducerAlone() async {
    struct Named: Reducer {
      @Dependency(\.locale) var locale
      func reduce(into state: inout [String], action: Bool) -> Effect<Bool> {
        state.append(locale.identifier)
        return .none
      }
    }
    let store = TestStore(initialState: [String]()) {
      CombineReducers {
        Named().dependency(\.locale, Locale(identifier: "de_DE"))
        Named().transformDependency(\.self) { $0.locale = Locale(identifier: "fr_FR") }
        Named()
      }
    } withDependencies: {
      $0.locale = Locale(identifier: "en_GB")
    }
    await store.send(true) { $0 = ["de_DE", "fr_FR", "en_GB"] }
  }

  @Test
  func reducersOfABuilderRunInTheOrderWritten() async {
    let isEnabled = true
    struct Append: Reducer {
      let name: String
      var body: some Reducer<[String], Void> {
        Reduce { state, _ in
          state.append(name)
          return .none
        }
      }
    }
    let store = TestStore(initialState: [String]()) {
      CombineReducers {
        Append(name: "first")
        if isEnabled {
          Append(name: "second")
        }
        if !isEnabled {
          Append(name: "never")
        } else {
          Append(name: "third")
        }
        for name in ["fourth", "fifth"] {
          Append(name: name)
        }
        EmptyReducer()
      }
    }
    await store.send(()) { $0 = ["first", "second", "third", "fourth", "fifth"] }
  }
}
