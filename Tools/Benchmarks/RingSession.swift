import App
import ComposableArchitecture
import Foundation
import SessionRecording

/// The sample app in a bare store, as in a service, with a ring of its last 10,000 steps.
@MainActor
enum RingSession {
  enum Pace {
    /// 100,000 actions per second, in bursts of a hundred.
    case steady
    case unbounded
  }

  private static let burst = 100
  private static let interval: UInt64 = 1_000_000

  /// Returns the nanoseconds per action: the elapsed time of `send`, and the processor time of all
  /// threads until the log is finished.
  ///
  /// At a steady pace, the processor time includes the waits between bursts.
  static func sendTime(
    _ actions: [AppFeature.Action], at pace: Pace, recordingInto folder: String?
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
    let startOfProcessor = clock()
    var elapsed: UInt64 = 0
    var next = uptime()
    for start in stride(from: 0, to: actions.count, by: burst) {
      // This busy-waits, because a processor that was yielded would run the burst more slowly.
      if pace == .steady { while uptime() < next {} }
      next += interval
      let begin = uptime()
      for action in actions[start..<min(start + burst, actions.count)] { store.send(action) }
      elapsed += uptime() - begin
    }
    if let log = recorder?.stop() { try FileManager.default.removeItem(at: log) }
    let ticks = Double(clock() - startOfProcessor) / Double(CLOCKS_PER_SEC)
    let count = Double(actions.count)
    return (Double(elapsed) / count, ticks * 1e9 / count)
  }
}
