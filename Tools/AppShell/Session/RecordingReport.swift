import SessionLog
import SessionReplay
import Locking

/// Tells how a recording went: a failure at once, and what came of it at the end.
final class RecordingReport: Sendable {
  private let errors: TextSink
  private let hasFailed = Mutex(false)

  init(errors: TextSink) {
    self.errors = errors
  }

  /// Whether a failure was told.
  var isFailed: Bool { hasFailed.withLock { $0 } }

  /// Tells of a failure while the app goes on; from any thread.
  @Sendable
  func fail(_ error: SessionRecordingError) {
    hasFailed.withLock { $0 = true }
    errors.line("recording failed: \(error.description.visible)")
    errors.line("The app goes on, and nothing more is recorded.")
  }

  /// What has not been told yet of a failure: its cause is told once.
  private func told(_ error: SessionRecordingError) -> String {
    guard hasFailed.withLock({ $0 }), case .log(.stopped(_, _, let whole, let dropped)) = error
    else { return error.description }
    return "\(whole.counted("step")) of \((whole + dropped).counted("step")) are kept"
  }

  /// Tells what was recorded, and returns the exit code.
  func finish(_ finish: () throws(SessionRecordingError) -> LogSummary) -> Int32 {
    do throws(SessionRecordingError) {
      let log = try finish()
      let steps = log.steps.counted("step")
      errors.line("recorded \(steps) in \(log.path.visible) (\(log.bytes) bytes)")
      return hasFailed.withLock { $0 } ? ExitCode.recordingFailed : 0
    } catch {
      errors.line("the recording is not complete: \(told(error).visible)")
      if case .log(.stopped(let path, _, let whole, _)) = error, whole > 0 {
        errors.line("'recover' makes a whole log of '\(path.visible)'.")
      }
      return ExitCode.recordingFailed
    }
  }
}
