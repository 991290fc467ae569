import App
import ComposableArchitecture
import Foundation
import SessionRecording

/// The sample app in a bare store, as a service runs it, with a ring of its last 10,000 steps.
@MainActor
enum RingSession {
  /// How fast actions come.
  enum Pace {
    /// 100,000 a second, a hundred at once.
    case steady
    /// One after the other without a pause.
    case unbounded
  }

  private static let burst = 100
  private static let interval: UInt64 = 1_000_000

  /// The nanoseconds that sending an action takes, of the thread that sends and of all processors,
  /// until the log is finished.
  ///
  /// With a steady pace the processors also count the waits between the bursts.
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
      // Without giving up the processor, which would then run the burst more slowly.
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
