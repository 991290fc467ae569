import App
import AppShell
import CommandLineKit
import ComposableArchitecture
import Dispatch
import SessionReplay

/// The sample app as the shell sets it up: a store with a recorder, a printer and a waiter.
@MainActor
enum ShellSession {
  /// Returns the nanoseconds per action, with recording if a path is given.
  static func sendTime(
    _ actions: [AppFeature.Action], rows: Int, recordingTo path: String?
  ) throws -> Double {
    rows == 10
      ? try sendTime(actions, of: ShortListApp.self, path)
      : try sendTime(actions, of: LongListApp.self, path)
  }

  private static func sendTime<App: ShellApp>(
    _ actions: [AppFeature.Action], of app: App.Type, _ path: String?
  ) throws -> Double where App.Feature.Action == AppFeature.Action {
    let sink = TextSink(flushingLines: false) { _ in .open }
    let session = try RunningSession<App>(
      options: .quiet(record: path), identity: RecordedSession.identity, dataFolder: "/nonexistent",
      hasPrompt: false, console: Console(output: sink, errors: sink), style: OutputStyle())
    let start = DispatchTime.now().uptimeNanoseconds
    for action in actions { session.store.send(action) }
    let time = Double(DispatchTime.now().uptimeNanoseconds - start) / Double(actions.count)
    precondition(session.finish() == 0, "the session could not be recorded")
    return time
  }
}

private protocol ListApp: ShellApp {
  static var rows: Int { get }
}

extension ListApp {
  static var name: String { "Reprise" }
  static var version: String { "bench" }
  static var initialState: AppFeature.State { StandardSession.state(rows: rows) }
  static var feature: AppFeature { AppFeature() }

  static func screen(of state: AppFeature.State) -> String { "" }
}

private enum ShortListApp: ListApp {
  static let rows = 10
}

private enum LongListApp: ListApp {
  static let rows = 10_000
}
