import ComposableArchitecture
import Platform
import Testing

/// Tests the guarantees of the published documentation of navigation.
@MainActor
struct NavigationTests {
  @Reducer
  struct Detail {
    @ObservableState
    struct State: Equatable {
      var title = ""
      var ticks = 0
    }
    enum Action: Equatable {
      case closeButtonTapped
      case delegate(Delegate)
      case saveButtonTapped
      case startButtonTapped
      case ticked
      @CasePathable
      enum Delegate: Equatable {
        case saved(String)
      }
    }
    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .closeButtonTapped:
          guard isPresented else { return .none }
          return .run { _ in await dismiss() }
        case .delegate:
          return .none
        case .saveButtonTapped:
          return .run { [title = state.title] send in
            await send(.delegate(.saved(title)))
            await dismiss()
          }
        case .startButtonTapped:
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
          }
        case .ticked:
          state.ticks += 1
          return .none
        }
      }
    }
  }

  @Reducer
  struct List {
    @Reducer
    enum Destination {
      case alert(AlertState<Alert>)
      case detail(Detail)
      case dialog(ConfirmationDialogState<Dialog>)

      @CasePathable
      enum Alert {
        case confirmDeletion
      }
      @CasePathable
      enum Dialog {
        case archive
        case share
      }
    }
    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
      var titles: [String] = []
    }
    enum Action {
      case addButtonTapped
      case deleteButtonTapped
      case destination(PresentationAction<Destination.Action>)
      case moreButtonTapped
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          state.destination = .detail(Detail.State(title: "New"))
          return .none
        case .deleteButtonTapped:
          state.destination = .alert(
            AlertState {
              TextState("Delete all?")
            } actions: {
              ButtonState(role: .destructive, action: .confirmDeletion) {
                TextState("Delete")
              }
              ButtonState(role: .cancel) {
                TextState("Keep")
              }
            } message: {
              TextState("This cannot be undone.")
            })
          return .none
        case .destination(.presented(.alert(.confirmDeletion))):
          state.titles = []
          return .none
        case let .destination(.presented(.detail(.delegate(.saved(title))))):
          state.titles.append(title)
          return .none
        case .destination(.presented(.dialog(.archive))):
          state.titles = state.titles.map { "\($0) (archived)" }
          return .none
        case .moreButtonTapped:
          state.destination = .dialog(
            ConfirmationDialogState(titleVisibility: .visible) {
              TextState("More")
            } actions: {
              ButtonState(action: .send(.archive)) { TextState("Archive") }
              ButtonState(action: .share) { TextState("Share") }
            })
          return .none
        case .destination:
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Test
  func aScreenIsPresentedAndDismissedByItsParent() async {
    let store = TestStore(initialState: List.State()) { List() }
    await store.send(\.addButtonTapped) {
      $0.destination = .detail(Detail.State(title: "New"))
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test
  func aScreenDismissesItself() async {
    let store = TestStore(initialState: List.State(destination: .detail(Detail.State()))) { List() }
    await store.send(\.destination.detail.closeButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test
  func aScreenTellsItsParentAndThenGoes() async {
    let store = TestStore(
      initialState: List.State(destination: .detail(Detail.State(title: "Milk")))
    ) {
      List()
    }
    await store.send(\.destination.detail.saveButtonTapped)
    await store.receive(\.destination.detail.delegate.saved, "Milk") { $0.titles = ["Milk"] }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test
  func effectsOfAScreenEndWhenItGoes() async {
    let clock = TestClock()
    let store = TestStore(initialState: List.State(destination: .detail(Detail.State()))) {
      List()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.destination.detail.startButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.destination.detail.ticked) {
      $0.$destination[case: \.detail]?.ticks = 1
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await clock.advance(by: .seconds(5))
  }

  @Test
  func theCaseOfADestinationIsChangedInPlace() async {
    let store = TestStore(initialState: List.State(destination: .detail(Detail.State()))) { List() }
    await store.send(.destination(.presented(.detail(.ticked)))) {
      $0.destination?.modify(\.detail) { $0.ticks = 1 }
    }
    #expect(store.state.destination?.detail?.ticks == 1)
    #expect(store.state.destination?.is(\.detail) == true)
  }

  @Test
  func anAlertGoesWithTheButtonThatIsTapped() async {
    let store = TestStore(initialState: List.State(titles: ["Milk"])) { List() }
    store.exhaustivity = .off
    await store.send(\.deleteButtonTapped)
    #expect(store.state.destination?.alert?.title == TextState("Delete all?"))
    #expect(store.state.destination?.alert?.buttons.map(\.role) == [.destructive, .cancel])
    await store.send(\.destination.alert.confirmDeletion) {
      $0.destination = nil
      $0.titles = []
    }
  }

  @Test
  func aDialogGoesWithTheButtonThatIsTapped() async {
    let store = TestStore(initialState: List.State(titles: ["Milk"])) { List() }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(\.moreButtonTapped)
    await store.send(\.destination.dialog.archive) {
      $0.destination = nil
      $0.titles = ["Milk (archived)"]
    }
  }

  @Reducer
  struct Root {
    @Reducer(state: .equatable, action: .equatable)
    enum Path {
      case detail(Detail)
      case other(Detail)
    }
    @ObservableState
    struct State: Equatable {
      var path = StackState<Path.State>()
      var saved: [String] = []
    }
    enum Action {
      case path(StackActionOf<Path>)
      case popToRoot
      case show(String)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case let .path(.element(id: _, action: .detail(.delegate(.saved(title))))):
          state.saved.append(title)
          return .none
        case .path:
          return .none
        case .popToRoot:
          state.path.removeAll()
          return .none
        case let .show(title):
          state.path.append(.detail(Detail.State(title: title)))
          return .none
        }
      }
      .forEach(\.path, action: \.path)
    }
  }

  @Test
  func elementsOfAStackArePushedAndPopped() async {
    let store = TestStore(initialState: Root.State()) { Root() }
    await store.send(\.show, "A") { $0.path[id: 0] = .detail(Detail.State(title: "A")) }
    await store.send(\.path.push, (id: 1, .other(Detail.State(title: "B")))) {
      $0.path[id: 1] = .other(Detail.State(title: "B"))
    }
    #expect(store.state.path.count == 2)
    await store.send(\.path.popFrom, 1) { $0.path[id: 1] = nil }
    await store.send(\.popToRoot) { $0.path = StackState() }
  }

  @Test
  func anElementOfAStackDismissesItself() async {
    let store = TestStore(
      initialState: Root.State(path: StackState([.detail(Detail.State(title: "Milk"))]))
    ) {
      Root()
    }
    await store.send(\.path[id: 0].detail.saveButtonTapped)
    await store.receive(\.path[id: 0].detail.delegate.saved) { $0.saved = ["Milk"] }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test
  func stateOfAnElementIsAsserted() async {
    let store = TestStore(
      initialState: Root.State(path: StackState([.detail(Detail.State()), .other(Detail.State())]))
    ) {
      Root()
    }
    await store.send(\.path[id: 1].other.ticked) {
      $0.path[id: 1, case: \.other]?.ticks = 1
    }
    await store.send(\.path[id: 0].detail.ticked) {
      $0.path[id: 0]?.modify(\.detail) { $0.ticks = 1 }
    }
    #expect(store.state.path[id: 0]?.detail?.ticks == 1)
    #expect(Array(store.state.path.ids) == [0, 1])
  }

  @Test
  func anActionOfAMissingElementIsReported() {
    let store = Store(initialState: Root.State()) { Root() }
    withKnownIssue {
      _ = store.send(.path(.element(id: 7, action: .detail(.ticked))))
    }
    withKnownIssue {
      _ = store.send(.path(.popFrom(id: 7)))
    }
  }

  @Test
  func aStoreOfThePresentedScreenComesAndGoes() {
    let store = Store(initialState: List.State()) { List() }
    #expect(store.scope(state: \.destination?.detail, action: \.destination.detail) == nil)
    store.send(.addButtonTapped)
    let detail = store.scope(state: \.destination?.detail, action: \.destination.detail)
    #expect(detail?.title == "New")
    detail?.send(.ticked)
    #expect(store.destination?.detail?.ticks == 1)
  }

  @Test
  func storesOfAStackAreScopedByElement() {
    let store = Store(
      initialState: Root.State(path: StackState([.detail(Detail.State(title: "A"))]))
    ) {
      Root()
    }
    let elements = store.scope(state: \.path, action: \.path)
    #expect(elements.withState { $0.count } == 1)
    store.send(.show("B"))
    #expect(store.path.count == 2)
    #expect(store.path.last?.detail?.title == "B")
  }
}

extension NavigationTests.List.Destination.State: Equatable {}
