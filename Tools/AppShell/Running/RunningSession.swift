package import CommandLineKit
package import ComposableArchitecture
import Foundation
import Platform
import RecordCoding
import RecordedValues
package import ReplayCorpus
import SessionDocument
import SessionLog
package import SessionModel
package import SessionRecording
package import SessionReplay
import SessionReports
import TerminalApp

/// The running app: its store, its recording, and the observers of its steps.
@MainActor
package final class RunningSession<App: ShellApp> {
  package typealias State = App.Feature.State
  package typealias Action = App.Feature.Action

  package private(set) var store: Store<State, Action>
  let printer: StepPrinter<App>
  let actions: ActionReader<Action>
  var recording: LogInProgress<State, Action>?
  /// The logs completed when the session went back.
  var completed: [LogInProgress<State, Action>] = []
  /// The states to which the session can go back. Empty until `follow(_:)` is called.
  var past = SessionPast<State>()
  var effectNames = EffectNames()
  private let options: RunOptions
  let settings: RecordingSettings<App>
  let files: SessionFiles
  private var waiter = EffectWaiter<State, Action>()
  private let errors: TextSink
  private let verification: () -> RecordingVerification<State, Action>?
  private let interruption: VerificationInterruption
  private let showsProgress: Bool
  private let isResumed: Bool
  /// The served page that shows the app. It ends with the recording.
  package internal(set) var served: ServedSession<App>?
  /// The step after which the session continues; 0 for a new session.
  let beginning: UInt64
  private var exitCode: Int32?
  private(set) var isQuitting = false

  /// Starts the app and, if requested, a recording, which is verified when it ends.
  ///
  /// With a `resumption`, the app and the recording begin with its state and steps.
  package init(
    options: RunOptions, identity: AppIdentity, dataFolder: String, hasPrompt: Bool,
    console: Console, style: OutputStyle, showsProgress: Bool = false,
    resumption: SessionResumption<State, Action>? = nil,
    verification: @escaping () -> RecordingVerification<State, Action>? = { nil }
  ) throws(SessionStartError) {
    do throws(SessionFilesError) {
      files = try SessionFiles(
        folder: dataFolder, options: options, hasPrompt: hasPrompt, errors: console.errors)
    } catch {
      throw .files(error)
    }
    let resumed = files.using { resumption?.state() }
    // Evaluating the app's shared keys attaches storages to the shared values in the state.
    let beginning = files.using { App.initialState }
    if options.strict, files.isOutsideUsed { throw .files(.notStrict) }
    let initialState = resumed ?? beginning
    let actions = ActionReader<Action>(state: State.self)
    self.actions = actions
    if let secrets = actions.secrets { console.rewriteTexts { secrets.scrubbed(line: $0) } }
    printer = StepPrinter(
      output: console.output, shown: options.shown(hasPrompt: hasPrompt), hasPrompt: hasPrompt,
      style: style, actions: actions, initialState: initialState)
    self.options = options
    errors = console.errors
    isResumed = resumption != nil
    self.beginning = resumption?.step ?? 0
    interruption = VerificationInterruption()
    self.verification = verification
    self.showsProgress = showsProgress
    let settings = RecordingSettings<App>(
      options: options, identity: identity, allowsMarks: resumption?.hasMarks ?? false,
      printedSecrets: actions.secrets, errors: console.errors)
    self.settings = settings
    recording = try options.record.map { path throws(SessionStartError) in
      let log = try Self.log(at: path, settings, initialState, resumption)
      if !options.isTemporary {
        SecretWarnings.all(state: State.self, action: Action.self).forEach(log.report.warn)
      }
      if !log.recorder.isMapped {
        console.errors.line("files cannot be mapped here: each step is written, which is slower")
      }
      return log
    }
    store = Self.store(
      initialState, options, files, recording?.recorder, printer, waiter,
      after: resumption?.step ?? 0, drawingAfter: resumption?.step ?? 0,
      resumption?.lastStackElementID)
    withExtendedLifetime(beginning) {}
    recording?.noteUntilComplete()
    if let resumption { report(resumption) }
  }

  private static func store(
    _ state: State, _ options: RunOptions, _ files: SessionFiles,
    _ recorder: SessionRecorder<State, Action>?, _ printer: StepPrinter<App>,
    _ waiter: EffectWaiter<State, Action>, after step: UInt64, drawingAfter drawn: UInt64,
    _ stackElementID: StackElementID?
  ) -> Store<State, Action> {
    Store(
      initialState: state, reducer: { App.feature },
      withDependencies: { values in
        files.install(in: &values)
        if let seed = options.seed { values.seed(seed.after(step: drawn)) }
        if let stackElementID { values.stackElementID.skip(stackElementID) }
        recorder?.install(in: &values)
      },
      observer: SessionObserver<App>(
        recorder: recorder, printer: printer, waiter: waiter, after: step))
  }

  /// Replaces the store with a store that starts at a state. The effects of the old store are
  /// canceled.
  ///
  /// The number `drawn` must be unique per store, because random values are seeded with it.
  func begin(_ state: State, after step: UInt64, drawingAfter drawn: UInt64) {
    store.cancelEffects()
    waiter.resumeAll()
    waiter = EffectWaiter()
    store = Self.store(
      state, options, files, recording?.recorder, printer, waiter, after: step,
      drawingAfter: drawn, nil)
    printer.begin(from: state)
  }

  private static func log(
    at path: String, _ settings: RecordingSettings<App>, _ state: State,
    _ resumption: SessionResumption<State, Action>?
  ) throws(SessionStartError) -> LogInProgress<State, Action> {
    let steps = try SessionStartError.resumption { () throws(ResumptionError) in
      try resumption?.steps()
    }
    let log: LogInProgress<State, Action>
    do throws(SessionRecordingError) {
      log = try settings.log(
        at: path, from: steps?.initialState ?? state, recorded: resumption?.recorded,
        replaces: settings.options.force)
    } catch {
      throw .recording(error)
    }
    try SessionStartError.resumption { () throws(ResumptionError) in
      try steps?.write(
        into: log.recorder, resumingFrom: state, keepsCalls: settings.options.level == .effects)
    }
    return log
  }

  private func report(_ resumption: SessionResumption<State, Action>) {
    let lines = resumption.effects.lines()
    let origin =
      resumption.step == 0 ? "before step 1" : "after step \(resumption.step)"
    errors.line(
      "resuming '\(resumption.path.visible)' \(origin)"
        + (lines.isEmpty ? "" : "; effects that are not restarted:"))
    for line in lines { errors.line("  \(line.visible)") }
  }

  var isRecorded: Bool { recording != nil }

  var light: RecordingLight { recording?.light ?? .off }

  /// The current state as the log shows it.
  var recordedState: RecordedValue? { printer.recorded(store.state) }

  func waitForEffects() async {
    await waiter.wait(for: store.effectCount)
  }

  /// Sends the app's launch action, if the session is new.
  package func launch() {
    // A resumed session was launched before.
    if let action = App.launchAction, !isResumed { store.send(action) }
  }

  /// Sends the quit action. Half a second lets saves complete, but bounds effects that never end.
  package func quit() async {
    // A signal may arrive while the app is already quitting.
    if let action = App.quitAction, !isQuitting { store.send(action) }
    isQuitting = true
    await waitForEffects(atMost: .milliseconds(500))
  }

  private func waitForEffects(atMost limit: Duration) async {
    let timeout = Task { [waiter] in
      try? await ContinuousClock().sleep(for: limit)
      if !Task.isCancelled { waiter.resumeAll() }
    }
    await waitForEffects()
    timeout.cancel()
  }

  package func cancelEffects() {
    let count = UInt64(store.effectCount)
    guard count > 0 else { return }
    store.cancelEffects()
    errors.line(
      "canceled \(count.counted("running effect")); "
        + "add 'wait effects' at the end to wait for effects")
  }

  /// Moves the output of a terminal below the prompt.
  package func leavePrompt() {
    printer.leavePrompt()
  }

  var isFinished: Bool { exitCode != nil }

  /// Completes the recordings and returns the exit code. Later calls return the same code.
  package func finish() -> Int32 {
    if let exitCode { return exitCode }
    interruption.begin()
    recording?.complete()
    // The page gets the last steps before the verification, which may take long.
    served?.end()
    // Logs completed when the session went back are reported and verified here, too.
    let logs = (completed + (recording.map { [$0] } ?? [])).filter(\.isKept)
    let codes = logs.map { $0.finish(verify: verify) }
    var code = interruption.signal.map { 128 + $0 } ?? codes.first { $0 != 0 } ?? 0
    if code == 0, options.strict, files.isOutsideUsed {
      errors.line(
        "recording is not strict: the app asked for data outside the data folder, see above")
      code = ExitCode.recordingFailed
    }
    exitCode = code
    return code
  }

  package nonisolated func interruptVerification(by signal: Int32) {
    interruption.interrupt(by: signal)
  }

  private func verify(_ log: LogSummary) -> [String] {
    guard let verification = verification() else { return [] }
    let bar = ProgressBar(
      total: Int(clamping: log.steps &* 2), unit: "steps verified, twice; Ctrl-C skips this",
      isShown: showsProgress, errors)
    defer { bar.remove() }
    let outcome = verification.outcome(ofLog: log.path, steps: log.steps) { [interruption] done in
      bar.advance(Int(clamping: done))
      return interruption.signal == nil
    }
    return outcome.problem
  }
}

package enum SessionStartError: Error, Equatable, Sendable {
  case recording(SessionRecordingError)
  case resumption(ResumptionError)
  case files(SessionFilesError)

  fileprivate static func resumption<Value>(
    _ body: () throws(ResumptionError) -> Value
  ) throws(SessionStartError) -> Value {
    do throws(ResumptionError) { return try body() } catch { throw .resumption(error) }
  }
}

extension UInt64 {
  /// Returns a seed for a session that continues after a step. Its random values don't repeat.
  fileprivate func after(step: UInt64) -> UInt64 { self &+ step &* 0x9E37_79B9_7F4A_7C15 }
}

private final class VerificationInterruption: Sendable {
  private let number = Mutex<Int32?>(nil)

  var signal: Int32? { number.withLock { $0 } }

  func begin() {
    number.withLock { $0 = nil }
  }

  func interrupt(by signal: Int32) {
    number.withLock { $0 = signal }
  }
}

extension RunOptions {
  fileprivate func shown(hasPrompt: Bool) -> StepOutput {
    guard !isQuiet else { return .nothing }
    guard printed == .changes else { return .screen }
    // With durability `step`, the line of a step is written before the next step, like its record.
    return hasPrompt ? .changes : .line(atOnce: durability == .step)
  }
}
