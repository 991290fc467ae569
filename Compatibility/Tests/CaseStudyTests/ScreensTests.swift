import ComposableArchitecture
import Testing

/// A stack with several kinds of screens.
@Reducer
struct Screens {
  @Reducer(state: .equatable)
  enum Path {
    case detail(Detail)
    case stopwatch(Stopwatch)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var total = 0
  }

  enum Action {
    case goToDetailButtonTapped(count: Int)
    case path(StackActionOf<Path>)
    case popToRootButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .goToDetailButtonTapped(count):
        state.path.append(.detail(Detail.State(count: count)))
        return .none
      case let .path(.element(id: _, action: .detail(.delegate(.finished(count))))):
        state.total += count
        return .none
      case .path:
        return .none
      case .popToRootButtonTapped:
        state.path.removeAll()
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

@Reducer
struct Detail {
  @ObservableState
  struct State: Equatable {
    var count: Int
  }

  enum Action {
    case delegate(Delegate)
    case doneButtonTapped
    case incrementButtonTapped

    @CasePathable
    enum Delegate {
      case finished(Int)
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .doneButtonTapped:
        return .run { [count = state.count] send in
          await send(.delegate(.finished(count)))
          await dismiss()
        }
      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}

@MainActor
struct ScreensTests {
  @Test func drillDownAndFinish() async {
    let store = TestStore(initialState: Screens.State()) {
      Screens()
    }

    await store.send(.goToDetailButtonTapped(count: 41)) {
      $0.path[id: 0] = .detail(Detail.State(count: 41))
    }
    await store.send(\.path[id: 0].detail.incrementButtonTapped) {
      $0.path[id: 0, case: \.detail]?.count = 42
    }
    await store.send(\.path[id: 0].detail.doneButtonTapped)
    await store.receive(\.path[id: 0].detail.delegate.finished) {
      $0.total = 42
    }
    await store.receive(\.path.popFrom) {
      $0.path = StackState()
    }
  }

  @Test func poppingCancelsEffects() async {
    let clock = TestClock()
    let store = TestStore(initialState: Screens.State()) {
      Screens()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.path(.push(id: 0, state: .stopwatch(Stopwatch.State())))) {
      $0.path[id: 0] = .stopwatch(Stopwatch.State())
    }
    await store.send(.path(.element(id: 0, action: .stopwatch(.toggleButtonTapped)))) {
      $0.path[id: 0, case: \.stopwatch]?.isRunning = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].stopwatch.timerTicked) {
      $0.path[id: 0, case: \.stopwatch]?.secondsElapsed = 1
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = StackState()
    }
    await clock.run()
  }

  @Test func popToRoot() async {
    let store = TestStore(
      initialState: Screens.State(
        path: StackState([.detail(Detail.State(count: 1)), .detail(Detail.State(count: 2))]))
    ) {
      Screens()
    }

    await store.send(.popToRootButtonTapped) {
      $0.path.removeAll()
    }
  }
}
