import AppShell
import ComposableArchitecture

/// An app whose effects are drawn, for `make drawn-effects`.
@main
struct DrawnEffects: ShellApp {
  static let name = "DrawnEffects"
  static let version = "1.0"
  static var initialState: DrawnFeature.State { DrawnFeature.State() }
  static var feature: DrawnFeature { DrawnFeature() }

  static func screen(of state: DrawnFeature.State) -> String { "\(state.numbers.count)" }
}
