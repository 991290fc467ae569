import ComposableArchitecture
import Testing

@Reducer
struct Stopwatch {
  @ObservableState
  struct State: Equatable {
    var isRunning = false
    var secondsElapsed = 0
  }

  enum Action {
    case onDisappear
    case resetButtonTapped
    case timerTicked
    case toggleButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  private enum CancelID { case timer }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onDisappear:
        return .cancel(id: CancelID.timer)

      case .resetButtonTapped:
        state.secondsElapsed = 0
        return .none

      case .timerTicked:
        state.secondsElapsed += 1
        return .none

      case .toggleButtonTapped:
        state.isRunning.toggle()
        return .run { [isRunning = state.isRunning] send in
          guard isRunning else { return }
          for await _ in self.clock.timer(interval: .seconds(1)) {
            await send(.timerTicked)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      }
    }
  }
}

@MainActor
struct StopwatchTests {
  let clock = TestClock()

  @Test func basics() async {
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.toggleButtonTapped) {
      $0.isRunning = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked) {
      $0.secondsElapsed = 1
    }
    await clock.advance(by: .seconds(3))
    await store.receive(\.timerTicked) {
      $0.secondsElapsed = 2
    }
    await store.receive(\.timerTicked) {
      $0.secondsElapsed = 3
    }
    await store.receive(\.timerTicked) {
      $0.secondsElapsed = 4
    }
    await store.send(.toggleButtonTapped) {
      $0.isRunning = false
    }
    await clock.run()
  }

  @Test func taskIsCancelledWithTheView() async {
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }

    let task = await store.send(.toggleButtonTapped) {
      $0.isRunning = true
    }
    await clock.advance(by: .milliseconds(1_500))
    await store.receive(\.timerTicked) {
      $0.secondsElapsed = 1
    }
    await task.cancel()
    await clock.advance(by: .seconds(10))
  }

  @Test func immediateClock() async {
    let store = TestStore(initialState: Stopwatch.State()) {
      Reduce<Stopwatch.State, Stopwatch.Action> { state, action in
        guard case .toggleButtonTapped = action else {
          state.secondsElapsed += 1
          return .none
        }
        return .run { send in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(3_600))
          await send(.timerTicked)
        }
      }
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }

    await store.send(.toggleButtonTapped)
    await store.receive(\.timerTicked) {
      $0.secondsElapsed = 1
    }
  }
}
