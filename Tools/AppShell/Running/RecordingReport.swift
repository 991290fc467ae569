import CommandLineKit
import Platform
import SessionDocument
import SessionLog
import SessionRecording
import SessionReplay
import SessionReports

/// Reports the outcome of a recording: failures at once, and the result at the end.
final class RecordingReport: Sendable {
  private let errors: TextSink
  private let isStrict: Bool
  private let hasFailed = Mutex(false)
  private let warningCount = Mutex<UInt64>(0)

  /// Creates a report. A strict recording fails if it may contain a secret.
  init(errors: TextSink, isStrict: Bool = false) {
    self.errors = errors
    self.isStrict = isStrict
  }

  var isFailed: Bool { hasFailed.withLock { $0 } }

  @Sendable
  func fail(_ failure: SessionRecordingFailure) {
    hasFailed.withLock { $0 = true }
    errors.line("recording failed: \(failure.description.visible)")
    if failure.cause?.endsRecording == true {
      errors.line("The app keeps running without a recording.")
    }
  }

  @Sendable
  func warn(_ warning: String) {
    warningCount.withLock { $0 += 1 }
    errors.line("a secret may be in the log: \(warning.visible)")
  }

  @Sendable
  func noteLimitation(_ limitation: String) { errors.line(limitation.visible) }

  private func exitCode() -> Int32 {
    let count = warningCount.withLock { $0 }
    guard isStrict, count > 0 else { return 0 }
    errors.line("recording is not strict: \(count.counted("secret")) may be in the log, see above")
    return ExitCode.recordingFailed
  }

  /// Returns the description of a failure, without the cause if that was reported before.
  private func remainingDescription(of error: SessionRecordingError) -> String {
    guard hasFailed.withLock({ $0 }), case .log(.stopped(_, _, let whole, let dropped)) = error
    else { return error.description }
    return "\(whole.counted("step")) of \((whole + dropped).counted("step")) are kept"
  }

  func finish(
    _ outcome: Result<LogSummary?, SessionRecordingError>, at path: String,
    verify: (LogSummary) -> [String]
  ) -> Int32 {
    switch outcome {
    case .success(nil):
      errors.line("recorded no steps, so \(path.visible) was not written")
      return exitCode()
    case .success(let log?):
      let steps = log.steps.counted("step")
      errors.line("recorded \(steps) in \(log.path.visible) (\(log.bytes) bytes)")
      guard !isFailed else { return ExitCode.recordingFailed }
      let code = exitCode()
      let problem = verify(log)
      for line in problem { errors.line(line) }
      return isStrict && !problem.isEmpty ? ExitCode.recordingFailed : code
    case .failure(let error):
      errors.line("the recording is not complete: \(remainingDescription(of: error).visible)")
      if case .log(.stopped(let path, _, let whole, _)) = error, whole > 0 {
        errors.line("`\(LogFile.recoverCommand(forPartial: path))` keeps them.")
      }
      return ExitCode.recordingFailed
    }
  }
}
