import ComposableArchitecture
import Foundation
import Locking
import RecordSchema
import SessionLog
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport

/// A notebook whose sessions a recorder records into a folder, as an app sets it up.
@MainActor
struct Recorded {
  let recorder: SessionRecorderOf<Notebook>
  let store: StoreOf<Notebook>
  let failures = Failures()

  init(
    in folder: URL, keeping retention: SessionRetention = .everything,
    options: SessionRecordingOptions = .init(), app: AppIdentity = Session.identity,
    isStopped: Bool = false
  ) {
    let failures = failures
    recorder = SessionRecorderOf<Notebook>(
      app: app, folder: folder, keeping: retention, options: options
    ) { failures.append($0) }
    if isStopped { recorder.stop() }
    store = Store(initialState: Notebook.State(), recorder: recorder) {
      Notebook()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 1))
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 1))
    }
  }

  /// What was told of failures, from any thread.
  final class Failures: Sendable {
    private let all = Mutex<[SessionRecordingFailure]>([])

    var list: [SessionRecordingFailure] { all.withLock { $0 } }

    func append(_ failure: SessionRecordingFailure) {
      all.withLock { $0.append(failure) }
    }
  }
}

extension URL {
  /// A folder in one of a test.
  init(_ folder: TemporaryFolder, _ name: String = "sessions") {
    self.init(fileURLWithPath: folder.file(name))
  }
}

/// Replays a log of the notebook.
func replayed(_ log: URL) -> ReplayReport {
  SessionReplayer(Session.app()).replay(path: log.path)
}

/// The numbers of the first and the last step of a log, and how many marks it has.
func extent(of log: URL) throws -> (first: UInt64, last: UInt64, marks: [String]) {
  let reader = try SessionReader(path: log.path)
  var cursor = try SessionCursor(reader)
  var marks: [String] = []
  var first: UInt64?
  while let step = try cursor.next() {
    first = first ?? step.number
    if step.kind == .mark, case .string(let text) = step.action { marks.append(text) }
  }
  return (first ?? 0, cursor.number, marks)
}
