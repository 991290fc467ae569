import ComposableArchitecture
import Foundation
import Platform
import RecordedValues
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport

/// A notebook whose sessions are recorded into a folder, with the same setup as in an app.
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

  /// The failures that were reported from any thread.
  final class Failures: Sendable {
    private let all = Mutex<[SessionRecordingFailure]>([])

    var list: [SessionRecordingFailure] { all.withLock { $0 } }

    func append(_ failure: SessionRecordingFailure) {
      all.withLock { $0.append(failure) }
    }
  }
}

extension URL {
  /// Creates the URL of a folder in the folder of a test.
  init(_ folder: TemporaryFolder, _ name: String = "sessions") {
    self.init(fileURLWithPath: folder.file(name))
  }
}

func replayed(_ log: URL) -> ReplayReport {
  SessionReplayer(Session.app()).replay(path: log.path)
}

/// Returns the numbers of the first and the last step of a log, and its marks.
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
