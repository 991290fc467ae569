import App
import AppShell
import ComposableArchitecture

/// The sample app in the app shell.
@main
struct Reprise: ShellApp {
  static let name = "Reprise"
  static let version = "0.1.0"
  static var initialState: AppFeature.State { AppFeature.State() }
  static var feature: AppFeature { AppFeature() }

  static var launchAction: AppFeature.Action? { .launched }
  static var quitAction: AppFeature.Action? { .quitting }

  static var testSource: TestSource {
    TestSource(
      imports: ["App"], feature: "AppFeature()", initialState: "AppFeature.State()",
      screen: "AppScreen.lines($0).joined(separator: \"\\n\")")
  }

  static func screen(of state: AppFeature.State) -> String {
    AppScreen.lines(state).joined(separator: "\n")
  }

  static func tabs(of state: AppFeature.State) -> [Screen<AppFeature.Action>] {
    AppTabs.screens(state)
  }
}
