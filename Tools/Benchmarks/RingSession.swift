import App
import ComposableArchitecture
import Foundation
import SessionRecording

/// The sample app in a bare store, as a service runs it, with a ring of its last 10,000 steps.
@MainActor
enum RingSession {
  /// The nanoseconds that sending an action takes, of the thread that sends and of all processors,
  /// until the log is finished.
  static func sendTime(
    _ actions: [AppFeature.Action], recordingInto folder: String?
  ) throws -> (elapsed: Double, processor: Double) {
    let recorder = folder.map { folder in
      SessionRecorderOf<AppFeature>(
        app: RecordedSession.identity, folder: URL(fileURLWithPath: folder),
        keeping: .last(steps: 10_000)
      ) { failure in
        fatalError("\(failure)")
      }
    }
    let state = StandardSession.state(rows: 10)
    let store =
      recorder.map { Store(initialState: state, recorder: $0) { AppFeature() } }
      ?? Store(initialState: state) { AppFeature() }
    let (start, startOfProcessor) = (uptime(), clock())
    for action in actions { store.send(action) }
    let elapsed = Double(uptime() - start) / Double(actions.count)
    if let log = recorder?.stop() { try FileManager.default.removeItem(at: log) }
    let ticks = Double(clock() - startOfProcessor) / Double(CLOCKS_PER_SEC)
    return (elapsed, ticks * 1e9 / Double(actions.count))
  }
}
