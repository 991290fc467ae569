package import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
package import SessionLog
package import SessionReplay

/// Sessions of the notebook, recorded and replayed.
@MainActor
package enum Session {
  /// What the summary of several logs says of how far steps are verified.
  package nonisolated static let extent =
    " (state, sent actions and effect shapes, from the recorded initial state; effects were not run)"

  /// What the notebook calls itself in its logs.
  package nonisolated static let identity = AppIdentity(
    name: "Notebook", version: "1", build: "test")

  /// Every kind of step.
  package static func mixed() -> [Notebook.Action] {
    [
      .add(1), .write("Milk"), .load, .roll, .write("Grüße"), .edit(UUID(0), "Bread"), .add(-3),
      .cancel, .roll,
    ]
  }

  /// The notebook as an app to replay, with a fault or another name.
  package nonisolated static func app(
    fault: Notebook.Fault? = nil, name: String = "Notebook"
  ) -> ReplayedApp<Notebook.State, Notebook.Action> {
    ReplayedApp(identity: AppIdentity(name: name, version: "1", build: "test")) {
      Notebook(fault: fault).assemble()
    }
  }

  /// Begins to record a session of the notebook, whose clock goes on by 5 ms a step.
  package static func recorder(
    at path: String, overwrite: Bool = false, journal: JournalKind = .mapped,
    level: RecordingLevel = .steps, durability: Durability = .flush,
    as identity: AppIdentity = identity,
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void = { _ in }
  ) throws -> LogRecorder<Notebook.State, Notebook.Action> {
    var time: UInt64 = 0
    return try LogRecorder(
      path: path, app: identity, initialState: Notebook.State(), recorded: "2026-01-01T00:00:00Z",
      options: LogRecorderOptions(
        overwrite: overwrite, journal: journal, level: level, durability: durability),
      milliseconds: {
        time += 5
        return time
      }, onFailure: onFailure)
  }

  /// A store of the notebook that a recorder observes.
  package static func store(
    _ recorder: LogRecorder<Notebook.State, Notebook.Action>
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

  /// Records a session whose effects end before the next action is sent.
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

  /// Replays a log.
  package nonisolated static func replay(
    _ path: String, app: ReplayedApp<Notebook.State, Notebook.Action>
  ) -> ReplayReport {
    SessionReplayer(app).replay(path: path)
  }
}
