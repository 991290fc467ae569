import ComposableArchitecture
import Testing

/// A stack of three screens. Each screen can open the next.
@Reducer
private struct NavigationDemo {
  @Reducer
  enum Path {
    case screenA(ScreenA)
    case screenB(ScreenB)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action {
    case goBackToScreen(id: StackElementID)
    case path(StackActionOf<Path>)
    case popToRoot
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .goBackToScreen(let id):
        state.path.pop(to: id)
        return .none
      case .path(.element(id: _, action: .screenB(.screenAButtonTapped))):
        state.path.append(.screenA(ScreenA.State()))
        return .none
      case .path:
        return .none
      case .popToRoot:
        state.path.removeAll()
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension NavigationDemo.Path.State: Equatable {}

@Reducer
private struct ScreenA {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case dismissButtonTapped
    case incrementButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .dismissButtonTapped:
        return .run { _ in await self.dismiss() }
      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
private struct ScreenB {
  @ObservableState
  struct State: Equatable {}

  enum Action {
    case screenAButtonTapped
  }
}

/// A screen that is loaded before it is shown.
@Reducer
private struct LoadThenPresent {
  @ObservableState
  struct State: Equatable {
    @Presents var screen: ScreenA.State?
    var isActivityIndicatorVisible = false
  }

  enum Action {
    case screen(PresentationAction<ScreenA.Action>)
    case screenButtonTapped
    case screenPresentationDelayCompleted
  }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .screen:
        return .none
      case .screenButtonTapped:
        state.isActivityIndicatorVisible = true
        return .run { send in
          try await self.clock.sleep(for: .seconds(1))
          await send(.screenPresentationDelayCompleted)
        }
      case .screenPresentationDelayCompleted:
        state.isActivityIndicatorVisible = false
        state.screen = ScreenA.State()
        return .none
      }
    }
    .ifLet(\.$screen, action: \.screen) {
      ScreenA()
    }
  }
}

@MainActor
struct NavigationCaseStudyTests {
  @Test func stack() async {
    let store = TestStore(initialState: NavigationDemo.State()) {
      NavigationDemo()
    }
    await store.send(\.path.push, (id: 0, .screenB(ScreenB.State()))) {
      $0.path[id: 0] = .screenB(ScreenB.State())
    }
    await store.send(\.path[id: 0].screenB.screenAButtonTapped) {
      $0.path[id: 1] = .screenA(ScreenA.State())
    }
    await store.send(\.path[id: 1].screenA.incrementButtonTapped) {
      $0.path[id: 1, case: \.screenA]?.count = 1
    }
    await store.send(\.path[id: 1].screenA.dismissButtonTapped)
    await store.receive(\.path.popFrom, 1) {
      $0.path.removeLast()
    }
    await store.send(.popToRoot) {
      $0.path = StackState()
    }
  }

  @Test func goingBack() async {
    let store = TestStore(
      initialState: NavigationDemo.State(
        path: StackState([
          .screenA(ScreenA.State()), .screenB(ScreenB.State()), .screenA(ScreenA.State()),
        ]))
    ) {
      NavigationDemo()
    }
    await store.send(.goBackToScreen(id: 0)) {
      $0.path.pop(to: 0)
    }
    #expect(store.state.path.count == 1)
  }

  @Test func loadThenPresent() async {
    let store = TestStore(initialState: LoadThenPresent.State()) {
      LoadThenPresent()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.screenButtonTapped) { $0.isActivityIndicatorVisible = true }
    await store.receive(\.screenPresentationDelayCompleted) {
      $0.isActivityIndicatorVisible = false
      $0.screen = ScreenA.State()
    }
    await store.send(\.screen.incrementButtonTapped) { $0.screen?.count = 1 }
    await store.send(\.screen.dismissButtonTapped)
    await store.receive(\.screen.dismiss) { $0.screen = nil }
  }
}
