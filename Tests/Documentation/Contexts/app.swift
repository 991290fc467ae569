import ComposableArchitecture
import AppShell

// Beside Shared/CounterFeature.swift.
// Beside Shared/DiceRoller.swift.

struct CounterApp: ShellApp {
  static let name = "Counter"
  static let version = "1.0"
  static var initialState: CounterFeature.State { CounterFeature.State() }
  static var feature: CounterFeature { CounterFeature() }
  static func screen(of state: CounterFeature.State) -> String { "Count: \(state.count)" }
  // The block.
}
