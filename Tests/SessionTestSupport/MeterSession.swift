import ComposableArchitecture
import DependencyInjection
import RecordCoding
package import SessionModel
import SessionRecording
package import SessionReplay

/// Sessions of the old meter, and a replayer of the current one.
@MainActor
package enum MeterSession {
  package nonisolated static let identity = AppIdentity(name: "Meter", version: "1", build: "test")

  package static func record(
    _ actions: [OldMeter.Action], at path: String, level: RecordingLevel = .steps
  ) async throws {
    let recorder = try SessionRecorder<OldMeter.State, OldMeter.Action>(
      path: path, app: identity, initialState: OldMeter.State(), recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(level: level), milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: OldMeter.State(), reducer: { OldMeter() },
      withDependencies: {
        $0.uuid = .incrementing
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { await store.send(action).finish() }
    _ = try recorder.finish()
  }

  package nonisolated static func replayer(
    step: Double = 1, asksTwice: Bool = false
  ) -> SessionReplayer<Meter.State, Meter.Action> {
    SessionReplayer(
      ReplayedApp(identity: identity) { Meter(step: step, asksTwice: asksTwice).assemble() })
  }
}
