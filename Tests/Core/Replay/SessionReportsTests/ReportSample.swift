import ComposableArchitecture
import Foundation
import RecordCoding
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay

/// A small app whose sessions the tests of the reports replay.
@MainActor
struct ReportSample {
  @Recordable
  struct State: Equatable, Sendable {
    var count = 0
    var name = ""
    var ids: [UUID] = []
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case increment
    case rename(String)
    case addID
    case fetch
  }

  /// Changes of the app since a session was recorded.
  struct Variant: Sendable {
    var app = "Sample"
    var increment = 1
    var fetches = true
    var drawsIDs = true
    var prefix = ""
  }

  let folder: URL

  init() throws {
    let name = "reprise-reports-\(ProcessInfo.processInfo.globallyUniqueString)"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func record(_ actions: [Action], as name: String = "s.reprise") throws -> String {
    let path = path(name)
    let recorder = try SessionRecorder<State, Action>(
      path: path, app: AppIdentity(name: "Sample", version: "1.0", build: "test"),
      initialState: State(), recorded: "2026-01-31T12:00:00Z",
      options: SessionRecordingOptions(dependencies: [.uuid]), milliseconds: { 0 },
      onFailure: { _ in })
    let store = Store(
      initialState: State(), reducer: { Self.reducer(Variant()) },
      withDependencies: {
        $0.uuid = .incrementing
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { store.send(action) }
    store.cancelEffects()
    _ = try recorder.finish()
    return path
  }

  /// Returns the report of a replay by a variant of the app.
  func replay(_ path: String, _ variant: Variant = Variant()) -> ReplayReport {
    replayer(variant).replay(path: path)
  }

  func replayer(_ variant: Variant = Variant()) -> SessionReplayer<State, Action> {
    SessionReplayer(
      ReplayedApp(
        identity: AppIdentity(name: variant.app, version: "1.0", build: "test"),
        dependencies: [.uuid], assemble: { Self.reducer(variant).assemble() }))
  }

  private nonisolated static func reducer(_ variant: Variant) -> Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += variant.increment
      case .rename(let name): state.name = variant.prefix + name
      case .addID:
        @Dependency(\.uuid) var uuid
        if variant.drawsIDs { state.ids.append(uuid()) }
      case .fetch: return variant.fetches ? .run { _ in } : .none
      }
      return .none
    }
  }

  func truncate(_ path: String, by count: Int) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.dropLast(count).write(to: URL(fileURLWithPath: path))
  }
}
