import ComposableArchitecture
import ComposableArchitectureTesting

@Reducer
struct Stopwatch {
  struct State: Equatable {
    var isRunning = false
    var seconds = 0
  }

  enum Action: Equatable {
    case startTapped
    case stopTapped
    case ticked
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startTapped:
        state.isRunning = true
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
        .cancellable(id: "timer")
      case .stopTapped:
        state.isRunning = false
        return .cancel(id: "timer")
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }
}

@MainActor
func test() async {
  // The block.
}
