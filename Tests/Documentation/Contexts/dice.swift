import ComposableArchitecture

struct DiceRoller: Sendable {
  var roll: @Sendable () -> Int
}

extension DiceRoller: DependencyKey {
  static var liveValue: DiceRoller { DiceRoller { Int.random(in: 1...6) } }
}

extension DependencyValues {
  var diceRoller: DiceRoller {
    get { self[DiceRoller.self] }
    set { self[DiceRoller.self] = newValue }
  }
}

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
