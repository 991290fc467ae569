import App
import ComposableArchitecture
import Dispatch
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay

@MainActor
enum RecordedSession {
  nonisolated static let identity = AppIdentity(name: "Reprise", version: "bench", build: "bench")

  static func recorder(
    at path: String, rows: Int = 10
  ) throws -> SessionRecorder<AppFeature.State, AppFeature.Action> {
    try SessionRecorder(
      path: path, app: identity, initialState: StandardSession.state(rows: rows), recorded: "",
      onFailure: { failure in fatalError("\(failure)") })
  }

  /// Records `count` steps of the standard session, and returns the size of the log in bytes.
  static func generate(count: Int, at path: String, seed: UInt64 = 1) throws -> UInt64 {
    let recorder = try recorder(at: path)
    let store = store(rows: 10, recorder: recorder)
    for action in StandardSession(seed: seed).prefix(count) { store.send(action) }
    return try recorder.finish().bytes
  }

  nonisolated static func replay(_ path: String) -> ReplayReport {
    let app = ReplayedApp<AppFeature.State, AppFeature.Action>(identity: identity) {
      AppFeature().assemble()
    }
    return SessionReplayer(app).replay(path: path)
  }

  private static func store(
    rows: Int, recorder: SessionRecorder<AppFeature.State, AppFeature.Action>?
  ) -> StoreOf<AppFeature> {
    Store(
      initialState: StandardSession.state(rows: rows), reducer: { AppFeature() },
      withDependencies: { recorder?.install(in: &$0) }, observer: recorder)
  }
}
