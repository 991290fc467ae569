import ComposableArchitecture
import Testing

@MainActor
struct ReadingAppTests {
  private func makeStore(
    _ shelf: ShelfFeature.State = ShelfFeature.State(name: "Fiction", titles: ["Emma"])
  ) -> TestStoreOf<ShelfFeature> {
    TestStore(initialState: shelf) { ShelfFeature() }
  }

  @Test("Pages that are read on the stack of a shelf reach the app through the app's own stack")
  func stacks() async {
    let store = TestStore(initialState: ReadingApp.State()) { ReadingApp() }
    await store.send(.view(.shelfTapped("Fiction"))) {
      $0.path[id: 0] = .shelf(ShelfFeature.State(name: "Fiction"))
    }
    await store.send(\.path[id: 0].shelf.view.bookTapped, "Emma") {
      $0.path[id: 0, case: \.shelf]?.path[id: 1] = BookFeature.State(title: "Emma")
    }
    await store.send(\.path[id: 0].shelf.path[id: 1].pageTurned) {
      $0.path[id: 0, case: \.shelf]?.path[id: 1]?.page = 1
    }
    await store.receive(\.path[id: 0].shelf.delegate.read, 1) { $0.pagesRead = 1 }
    await store.send(\.path[id: 0].shelf.path[id: 1].closeButtonTapped)
    await store.receive(\.path[id: 0].shelf.path.popFrom) {
      $0.path[id: 0, case: \.shelf]?.path[id: 1] = nil
    }
    await store.send(.path(.popFrom(id: 0))) { $0.path[id: 0] = nil }
  }

  @Test("A goal of the shared settings is reached in a book")
  func goal() async {
    @Shared(.inMemory("readingPreferences")) var preferences = ReadingPreferences()
    $preferences.withLock { $0.dailyGoal = 1 }
    let store = TestStore(initialState: BookFeature.State(title: "Emma")) { BookFeature() }
    await store.send(.pageTurned) { $0.page = 1 }
    await store.receive(\.goalReached) { $0.isGoalReached = true }
    await store.send(.pageTurned) { $0.page = 2 }
  }

  @Test("Settings are reset when the alert is confirmed, and the goal has a limit")
  func settings() async {
    let store = TestStore(initialState: ReadingSettings.State()) {
      ReadingSettings()
    } withDependencies: {
      $0.maximumGoal = 100
    }
    await store.send(.view(.goalChanged(1_000))) {
      $0.$preferences.withLock { $0.dailyGoal = 100 }
    }
    await store.send(.view(.resetButtonTapped)) {
      $0.alert = AlertState {
        TextState("Reset the goal of 100 pages?")
      } actions: {
        ButtonState(role: .destructive, action: .resetConfirmed) { TextState("Reset") }
        ButtonState(role: .cancel) { TextState("Keep") }
      } message: {
        TextState("Your books stay.")
      }
    }
    await store.send(.alert(.presented(.resetConfirmed))) {
      $0.alert = nil
      $0.$preferences.withLock { $0 = ReadingPreferences() }
    }
  }

  @Test("A shelf that cannot be loaded is loaded again from an alert")
  func retry() async {
    struct Offline: Error {}
    let attempts = LockIsolated(0)
    let store = makeStore(ShelfFeature.State(name: "Fiction"))
    store.dependencies.bookCatalog.titles = { shelf in
      attempts.withValue { $0 += 1 }
      guard attempts.value > 1 else { throw Offline() }
      return ["\(shelf) 1"]
    }
    await store.send(.view(.task))
    await store.receive(\.titlesLoaded.failure) {
      $0.sheet = .alert(
        AlertState {
          TextState("The shelf cannot be loaded.")
        } actions: {
          ButtonState(action: .retryTapped) { TextState("Try again") }
        })
    }
    await store.send(\.sheet.alert.retryTapped) { $0.sheet = nil }
    await store.receive(\.titlesLoaded.success) { $0.titles = ["Fiction 1"] }
  }

  @Test("A book is added in a destination without case paths")
  @available(*, deprecated)
  func add() async {
    let store = makeStore()
    await store.send(.view(.addButtonTapped)) { $0.destination = .adding(AddBook.State()) }
    await store.send(.destination(.presented(.adding(.set(\.title, "Persuasion"))))) {
      $0.$destination[case: /ShelfFeature.Destination.State.adding]?.title = "Persuasion"
    }
    await store.send(.destination(.presented(.adding(.saveButtonTapped))))
    await store.receive({ $0.isAdded }) {
      $0.titles = ["Emma", "Persuasion"]
      $0.destination = nil
    }
  }
}

extension ShelfFeature.Action {
  fileprivate var isAdded: Bool {
    guard case .destination(.presented(.adding(.added))) = self else { return false }
    return true
  }
}
