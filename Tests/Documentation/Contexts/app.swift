import ComposableArchitecture
import AppShell

@Reducer
struct CounterFeature {
  @Recordable
  struct State: Equatable {
    var count = 0
  }

  @Recordable
  enum Action: Equatable {
    case decrTapped
    case incrTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += action == .incrTapped ? 1 : -1
      return .none
    }
  }
}

struct CounterApp: ShellApp {
  static let name = "Counter"
  static let version = "1.0"
  static var initialState: CounterFeature.State { CounterFeature.State() }
  static var feature: CounterFeature { CounterFeature() }
  static func screen(of state: CounterFeature.State) -> String { "Count: \(state.count)" }
  // The block.
}
