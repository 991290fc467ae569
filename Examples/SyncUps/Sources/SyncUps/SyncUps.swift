import AppShell
import ComposableArchitecture
import Foundation
import SyncUpsFeatures

/// The sync-ups in the app shell. `SYNCUPS_LINK` is a link that opens when a user starts the app.
@main
struct SyncUps: ShellApp {
  static let name = "SyncUps"
  static let version = "1.0"
  static var initialState: AppFeature.State { AppFeature.State() }
  static var feature: AppFeature { AppFeature() }

  static var launchAction: AppFeature.Action? {
    ProcessInfo.processInfo.environment["SYNCUPS_LINK"].map { .open($0) }
  }

  static var testSource: TestSource {
    TestSource(
      imports: ["SyncUpsFeatures"], feature: "AppFeature()", initialState: "AppFeature.State()",
      screen: "AppScreen.lines($0).joined(separator: \"\\n\")")
  }

  static func screen(of state: AppFeature.State) -> String {
    AppScreen.lines(state).joined(separator: "\n")
  }

  static func tabs(of state: AppFeature.State) -> [Screen<AppFeature.Action>] {
    [AppScreen.screen(state)]
  }
}
