import CommandLineKit
import RecordCoding
import SessionLog
import SessionRecording
import TerminalApp

/// A log that a running session is writing, with the messages about it.
@MainActor
final class LogInProgress<State: Recordable, Action: Recordable> {
  let path: String
  let recorder: LogRecorder<State, Action>
  let report: RecordingReport
  /// Whether the log is kept when the session ends. One that is only served isn't.
  let isKept: Bool
  private var outcome: Result<LogSummary, SessionRecordingError>?

  init(
    path: String, recorder: LogRecorder<State, Action>, report: RecordingReport, isKept: Bool
  ) {
    (self.path, self.recorder, self.report, self.isKept) = (path, recorder, report, isKept)
  }

  /// Completes the log. Later calls return the outcome of the first.
  @discardableResult
  func complete() -> Result<LogSummary, SessionRecordingError> {
    if let outcome { return outcome }
    let outcome: Result<LogSummary, SessionRecordingError>
    do throws(SessionRecordingError) {
      outcome = .success(try recorder.finish())
    } catch {
      outcome = .failure(error)
    }
    self.outcome = outcome
    return outcome
  }

  var light: RecordingLight {
    guard isKept else { return .off }
    guard !report.isFailed else { return .failed }
    // A log carries this suffix while it is being written.
    let bytes = FileBytes.size(of: "\(path).partial") ?? 0
    return .on(steps: recorder.stepCount, bytes: bytes)
  }

  /// Reports the log and the problems that `verify` finds, and returns the exit code.
  func finish(verify: (LogSummary) -> [String]) -> Int32 {
    let outcome = complete()
    return report.finish({ () throws(SessionRecordingError) in try outcome.get() }, verify: verify)
  }
}
