import ComposableArchitecture
import Foundation
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import TerminalUI
import TestSupport

/// An app with rows, effects that send actions, and two tabs that aren't selected by the state.
enum PagesApp {
  @Recordable
  struct Item: Equatable, Identifiable, Sendable {
    var id: Int
    var name = ""
  }

  @Recordable
  struct State: Equatable, Sendable {
    var count = 0
    var note = ""
    var items: IdentifiedArrayOf<Item> = []
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case add(Int)
    case note(String)
    case item(Int, String)
    case chain(Int)
  }

  static let name = "Pages"
  static var initialState: State { State() }

  /// Each action of a chain adds `weight`, and sends the next one until it reaches 0.
  static func feature(adding weight: Int) -> Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += number * weight
      case .note(let text): state.note = text
      case .item(let id, let name): state.items.updateOrAppend(Item(id: id, name: name))
      case .chain(let rest):
        state.count += weight
        return rest > 0 ? .send(.chain(rest - 1)) : .none
      }
      return .none
    }
  }

  static func replayer(adding weight: Int = 1) -> SessionReplayer<State, Action> {
    SessionReplayer(app: name, dependencies: []) { feature(adding: weight) }
  }

  static func tabs(of state: State) -> [Screen<Action>] {
    [
      Screen("Count") { _ in Text("count \(state.count)").color(.danger) },
      Screen("Note", lines: ["note \(state.note)"]),
    ]
  }
}

/// A session of `PagesApp` whose log is still being written.
@MainActor
final class PagesSession {
  let path: String
  private let recorder: SessionRecorder<PagesApp.State, PagesApp.Action>
  private let store: StoreOf<Reduce<PagesApp.State, PagesApp.Action>>

  init(in folder: TemporaryFolder) throws {
    let path = folder.file("live.reprise")
    self.path = LogFile.partialPath(for: path)
    let recorder = try SessionRecorder<PagesApp.State, PagesApp.Action>(
      path: path, app: AppIdentity(name: PagesApp.name, version: "1.0", build: "test"),
      initialState: PagesApp.initialState, recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(dependencies: []), milliseconds: { 0 },
      onFailure: { _ in })
    self.recorder = recorder
    store = Store(
      initialState: PagesApp.initialState, reducer: { PagesApp.feature(adding: 1) },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
  }

  func send(_ action: PagesApp.Action) { store.send(action) }

  func finish() throws { _ = try recorder.finish() }
}

/// Logs of `PagesApp`.
enum PagesLog {
  /// Records actions at intervals of `milliseconds`, and returns the path of the log.
  @MainActor
  static func record(
    _ actions: [PagesApp.Action], in folder: TemporaryFolder, adding weight: Int = 1,
    milliseconds: UInt64 = 100, level: RecordingLevel = .steps,
    retention: LogRetention = .everything, mark: String? = nil
  ) throws -> String {
    let path = folder.file("pages.reprise")
    var time: UInt64 = 0
    let recorder = try SessionRecorder<PagesApp.State, PagesApp.Action>(
      path: path, app: AppIdentity(name: PagesApp.name, version: "1.0", build: "test"),
      initialState: PagesApp.initialState, recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(
        level: level, retention: retention, allowsMarks: mark != nil, dependencies: []),
      milliseconds: {
        defer { time += milliseconds }
        return time
      }, onFailure: { _ in })
    let store = Store(
      initialState: PagesApp.initialState, reducer: { PagesApp.feature(adding: weight) },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    for action in actions { store.send(action) }
    if let mark { recorder.mark(mark) }
    _ = try recorder.finish()
    return path
  }
}
