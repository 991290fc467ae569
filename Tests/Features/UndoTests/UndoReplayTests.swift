import ComposableArchitecture
import Foundation
import SessionModel
import SessionRecording
import SessionReplay
import Testing
import Undo

@MainActor
@Suite("A history of edits in a replay")
struct UndoReplayTests {
  /// A reducer that handles one action differently.
  private struct Faulty: Reducer {
    func reduce(into state: inout Sketch.State, action: Sketch.Action) -> Effect<Sketch.Action> {
      let effect = Sketch().reduce(into: &state, action: action)
      if action == .add(7) { state.count += 1 }
      return effect
    }
  }

  @Test("A replay that continues after a divergence reports no divergences for undone edits")
  func keepsGoing() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/undo-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.reprise"
    let identity = AppIdentity(name: "Sketch", version: "1", build: "test")
    let recorder = try SessionRecorder<Sketch.State, Sketch.Action>(
      path: path, app: identity, initialState: Sketch.State(), recorded: "",
      onFailure: { Issue.record("\($0)") })
    let store = Store(initialState: Sketch.State(), reducer: { Sketch() }, observer: recorder)
    for number in 1...40 { store.send(.add(number)) }
    for _ in 1...38 { store.send(.history(.undo)) }
    for _ in 1...20 { store.send(.history(.redo)) }
    _ = try recorder.finish()

    var replayer = SessionReplayer(ReplayedApp(identity: identity) { Faulty().assemble() })
    replayer.keepsGoing = true
    let report = replayer.replay(path: path)
    #expect(report.verdict.divergence?.step == 7)
    #expect(report.differing?.first.map(\.step) == [7])
  }
}
