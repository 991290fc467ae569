import ComposableArchitecture
import Foundation
import RecordCoding
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

/// An app whose state nests deeper at each step, by a depth that depends on the build.
@Reducer
struct Burrow {
  @Recordable
  indirect enum Place: Equatable {
    case outside
    case under(Place)
  }

  @Recordable struct State: Equatable { var place = Place.outside }
  @Recordable enum Action: Equatable { case dig }

  var depth = 1

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      for _ in 0..<depth { state.place = .under(state.place) }
      return .none
    }
  }
}

@MainActor
@Suite("Logs that cannot be updated")
struct UpdateFailureTests {
  @Test("A log whose new steps cannot be recorded is unchanged, and no file is left beside it")
  func notRecordable() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    let identity = AppIdentity(name: "Burrow", version: "1", build: "")
    let recorder = try SessionRecorder<Burrow.State, Burrow.Action>(
      path: path, app: identity, initialState: Burrow.State(), recorded: "2026-01-01T00:00:00Z",
      milliseconds: { 0 },
      onFailure: { _ in })
    let store = Store(
      initialState: Burrow.State(), reducer: { Burrow() }, observer: recorder)
    for _ in 0..<3 { store.send(.dig) }
    _ = try recorder.finish()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))

    let replayer = SessionReplayer(
      ReplayedApp(identity: identity) { Burrow(depth: 300).assemble() })
    let outcome = replayer.update(path: path).outcome

    guard case .notWritten(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("nested more than 512 levels deep"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s.reprise"])
  }
}
