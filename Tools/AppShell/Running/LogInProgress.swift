import CommandLineKit
import ComposableArchitecture
import RecordCoding
import RecordedValues
import SessionLog
import SessionModel
import SessionRecording
import TerminalApp

/// The settings that the logs of a running session share.
@MainActor
struct RecordingSettings<App: ShellApp> {
  typealias Log = LogInProgress<App.Feature.State, App.Feature.Action>

  let options: RunOptions
  let identity: AppIdentity
  let allowsMarks: Bool
  /// The table of printed text, which learns the secrets of the logs.
  let printedSecrets: SecretTable?
  let errors: TextSink

  /// Starts a log with a state. An existing log is replaced only if `replaces` allows it.
  func log(
    at path: String, from state: App.Feature.State, recorded: String? = nil, replaces: Bool = false
  ) throws(SessionRecordingError) -> Log {
    let report = RecordingReport(errors: errors, isStrict: options.strict)
    var recording = SessionRecordingOptions(
      overwrite: replaces, level: options.level, durability: options.durability,
      allowsMarks: allowsMarks,
      dependencies: App.recordedDependencies.addingEndpoints(
        declaredBy: { App.feature.assemble() }))
    if options.level == .effects {
      recording.endpoints = .declared(by: { App.feature.assemble() })
    }
    recording.printedSecrets = printedSecrets
    recording.refusesSecretsAtRisk = options.strict && !options.isTemporary
    recording.onWarning = report.warn
    recording.onLimitation = report.noteLimitation
    let recorder = try SessionRecorder<App.Feature.State, App.Feature.Action>(
      path: path, app: identity, initialState: state, recorded: recorded, options: recording,
      onFailure: report.fail)
    return Log(path: path, recorder: recorder, report: report, isKept: !options.isTemporary)
  }
}

/// A log that a running session is writing, with the messages about it.
@MainActor
final class LogInProgress<State: Recordable, Action: Recordable> {
  /// The completed log, `nil` for a log without steps, or the reason why the log is incomplete.
  typealias Outcome = Result<LogSummary?, SessionRecordingError>

  let path: String
  let recorder: SessionRecorder<State, Action>
  let report: RecordingReport
  /// Whether the log is kept when the session ends. A log that is only served is removed.
  let isKept: Bool
  private var outcome: Outcome?

  fileprivate init(
    path: String, recorder: SessionRecorder<State, Action>, report: RecordingReport, isKept: Bool
  ) {
    (self.path, self.recorder, self.report, self.isKept) = (path, recorder, report, isKept)
  }

  /// Completes the log, or removes it if it has no steps. Later calls return the first outcome.
  @discardableResult
  func complete() -> Outcome {
    let outcome = outcome ?? makeOutcome()
    self.outcome = outcome
    CrashNote.end(of: path)
    return outcome
  }

  private func makeOutcome() -> Outcome {
    recorder.endSteps()
    guard recorder.stepCount > 0 || report.isFailed else {
      recorder.discard()
      return .success(nil)
    }
    do throws(SessionRecordingError) {
      return .success(try recorder.finish())
    } catch {
      return .failure(error)
    }
  }

  /// Makes the message about a crash of the app name the unfinished log.
  func noteUntilComplete() {
    if isKept { CrashNote.begin(of: path) }
  }

  /// Whether the log was removed because it had no steps.
  var isRemoved: Bool {
    if case .success(nil)? = outcome { true } else { false }
  }

  var light: RecordingLight {
    guard isKept else { return .off }
    guard !report.isFailed else { return .failed }
    let bytes = FileBytes.size(of: LogFile.partialPath(for: path)) ?? 0
    return .on(steps: UInt64(clamping: recorder.stepCount), bytes: bytes)
  }

  /// Reports the log and the problems that `verify` finds, and returns the exit code.
  func finish(verify: (LogSummary) -> [String]) -> Int32 {
    report.finish(complete(), at: path, verify: verify)
  }
}
