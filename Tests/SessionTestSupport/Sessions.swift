package import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
package import SessionLog
package import SessionModel
package import SessionRecording
package import SessionReplay

/// Sessions of the notebook, recorded and replayed.
@MainActor
package enum Session {
  /// The part of a summary of several logs that describes the extent of the verification.
  package nonisolated static let extent =
    """
     (state, sent actions and effect shapes, from the recorded initial state; effects were not run)
    """

  /// The identity of the notebook in its logs.
  package nonisolated static let identity = AppIdentity(
    name: "Notebook", version: "1", build: "test")

  /// Returns actions of every kind.
  package static func mixed() -> [Notebook.Action] {
    [
      .add(1), .write("Milk"), .load, .roll, .write("Grüße"), .edit(UUID(0), "Bread"), .add(-3),
      .cancel, .roll,
    ]
  }

  /// Returns the notebook as a replayable app, optionally with a fault or a different name.
  package nonisolated static func app(
    fault: Notebook.Fault? = nil, name: String = "Notebook"
  ) -> ReplayedApp<Notebook.State, Notebook.Action> {
    ReplayedApp(identity: AppIdentity(name: name, version: "1", build: "test")) {
      Notebook(fault: fault).assemble()
    }
  }

  /// Starts recording a session of the notebook, whose clock advances by 5 ms per step.
  package static func recorder(
    at path: String, overwrite: Bool = false, journal: JournalKind = .mapped,
    level: RecordingLevel = .steps, durability: Durability = .flush,
    as identity: AppIdentity = identity,
    onFailure: @escaping @Sendable (SessionRecordingFailure) -> Void = { _ in }
  ) throws -> SessionRecorder<Notebook.State, Notebook.Action> {
    var time: UInt64 = 0
    return try SessionRecorder(
      path: path, app: identity, initialState: Notebook.State(), recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(
        overwrite: overwrite, journal: journal, level: level, durability: durability),
      milliseconds: {
        time += 5
        return time
      }, onFailure: onFailure)
  }

  /// Returns a store of the notebook that a recorder observes.
  package static func store(
    _ recorder: SessionRecorder<Notebook.State, Notebook.Action>
  ) -> StoreOf<Notebook> {
    Store(
      initialState: Notebook.State(), reducer: { Notebook() },
      withDependencies: {
        $0.uuid = .incrementing
        $0.date = .constant(Date(timeIntervalSinceReferenceDate: 1_000))
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 1))
        recorder.install(in: &$0)
      }, observer: recorder)
  }

  /// Records a session in which the effects of each action end before the next one is sent.
  @discardableResult
  package static func record(
    _ actions: [Notebook.Action] = mixed(), at path: String, level: RecordingLevel = .steps,
    as identity: AppIdentity = identity
  ) async throws -> LogSummary {
    let recorder = try recorder(at: path, level: level, as: identity)
    let store = store(recorder)
    for action in actions { await store.send(action).finish() }
    return try recorder.finish()
  }

  package nonisolated static func replay(
    _ path: String, app: ReplayedApp<Notebook.State, Notebook.Action>
  ) -> ReplayReport {
    SessionReplayer(app).replay(path: path)
  }
}
