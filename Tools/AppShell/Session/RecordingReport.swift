import SessionLog
import SessionReplay
import Locking
import SessionReports

/// Tells how a recording went: a failure at once, and what came of it at the end.
final class RecordingReport: Sendable {
  private let errors: TextSink
  private let isStrict: Bool
  private let hasFailed = Mutex(false)
  private let warningCount = Mutex<UInt64>(0)

  /// A strict recording fails if it may hold a secret.
  init(errors: TextSink, isStrict: Bool = false) {
    self.errors = errors
    self.isStrict = isStrict
  }

  /// Whether a failure was told.
  var isFailed: Bool { hasFailed.withLock { $0 } }

  /// Tells of a failure while the app goes on; from any thread.
  @Sendable
  func fail(_ error: SessionRecordingError) {
    hasFailed.withLock { $0 = true }
    errors.line("recording failed: \(error.description.visible)")
    if error.endsRecording { errors.line("The app keeps running, and nothing more is recorded.") }
  }

  /// Tells of a secret that may be in the log; from any thread.
  @Sendable
  func warn(_ warning: String) {
    warningCount.withLock { $0 += 1 }
    errors.line("a secret may be in the log: \(warning.visible)")
  }

  /// The exit code of a recording that is complete.
  private func exitCode() -> Int32 {
    let count = warningCount.withLock { $0 }
    guard isStrict, count > 0 else { return 0 }
    errors.line("recording is not strict: \(count.counted("secret")) may be in the log, see above")
    return ExitCode.recordingFailed
  }

  /// What has not been told yet of a failure: its cause is told once.
  private func told(_ error: SessionRecordingError) -> String {
    guard hasFailed.withLock({ $0 }), case .log(.stopped(_, _, let whole, let dropped)) = error
    else { return error.description }
    return "\(whole.counted("step")) of \((whole + dropped).counted("step")) are kept"
  }

  /// Tells what was recorded, and returns the exit code; `verify` tells what is wrong with the log.
  func finish(
    _ finish: () throws(SessionRecordingError) -> LogSummary, verify: (LogSummary) -> [String]
  ) -> Int32 {
    do throws(SessionRecordingError) {
      let log = try finish()
      let steps = log.steps.counted("step")
      errors.line("recorded \(steps) in \(log.path.visible) (\(log.bytes) bytes)")
      guard !isFailed else { return ExitCode.recordingFailed }
      let code = exitCode()
      let problem = verify(log)
      for line in problem { errors.line(line) }
      return isStrict && !problem.isEmpty ? ExitCode.recordingFailed : code
    } catch {
      errors.line("the recording is not complete: \(told(error).visible)")
      if case .log(.stopped(let path, _, let whole, _)) = error, whole > 0 {
        errors.line("'recover' makes a whole log of '\(path.visible)'.")
      }
      return ExitCode.recordingFailed
    }
  }
}
