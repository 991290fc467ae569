import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionLog
import SessionReplay

/// A folder that is removed when the test that made it has ended.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let template = FileManager.default.temporaryDirectory.path + "/session-replay-XXXXXX"
    var bytes = Array(template.utf8CString)
    guard mkdtemp(&bytes) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }
}

/// Sessions of the notebook, recorded and replayed.
@MainActor
enum Session {
  /// What the summary of several logs says of how far steps are verified.
  nonisolated static let extent =
    " (state, sent actions and effect shapes; effects were not run)"

  nonisolated static let identity = AppIdentity(name: "Notebook", version: "1", build: "test")

  /// Every kind of step.
  static func mixed() -> [Notebook.Action] {
    [
      .add(1), .write("Milk"), .load, .roll, .write("Grüße"), .edit(UUID(0), "Bread"), .add(-3),
      .cancel, .roll,
    ]
  }

  nonisolated static func app(
    fault: Notebook.Fault? = nil, name: String = "Notebook"
  ) -> ReplayedApp<Notebook.State, Notebook.Action> {
    ReplayedApp(identity: AppIdentity(name: name, version: "1", build: "test")) {
      Notebook(fault: fault).assemble()
    }
  }

  static func recorder(
    at path: String, overwrite: Bool = false, journal: JournalKind = .mapped,
    level: RecordingLevel = .steps, durability: Durability = .flush,
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void = { _ in }
  ) throws -> SessionRecorder<Notebook.State, Notebook.Action> {
    var time: UInt64 = 0
    return try SessionRecorder(
      path: path, app: identity, initialState: Notebook.State(), recorded: "2026-01-01T00:00:00Z",
      options: SessionRecorderOptions(
        overwrite: overwrite, journal: journal, level: level, durability: durability),
      milliseconds: {
        time += 5
        return time
      }, onFailure: onFailure)
  }

  static func store(
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

  /// Records a session whose effects end before the next action is sent.
  @discardableResult
  static func record(
    _ actions: [Notebook.Action] = mixed(), at path: String, level: RecordingLevel = .steps
  ) async throws -> LogSummary {
    let recorder = try recorder(at: path, level: level)
    let store = store(recorder)
    for action in actions { await store.send(action).finish() }
    return try recorder.finish()
  }

  nonisolated static func replay(
    _ path: String, app: ReplayedApp<Notebook.State, Notebook.Action>
  ) -> ReplayReport {
    SessionReplayer(app).replay(path: path)
  }
}
