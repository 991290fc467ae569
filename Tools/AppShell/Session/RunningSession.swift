package import ComposableArchitecture
import Foundation
import Locking
import RecordCoding
import RecordSchema
import SessionLog
package import SessionReplay
import SessionReports

/// The app while it runs in the shell: its store, and whoever is told of its steps.
@MainActor
package final class RunningSession<App: ShellApp> {
  package typealias State = App.Feature.State
  package typealias Action = App.Feature.Action

  // The check of an access would cost some of what recording a step may.
  @exclusivity(unchecked) package private(set) var store: Store<State, Action>
  let printer: StepPrinter<App>
  let actions: ActionReader<Action>
  /// The log that is being written.
  var recording: LogInProgress<State, Action>?
  /// The logs that were written before the session went back.
  var completed: [LogInProgress<State, Action>] = []
  /// The states to which the session can go back, once somebody follows it.
  var past = SessionPast<State>()
  var effectNames = EffectNames()
  private let options: RunOptions
  private let identity: AppIdentity
  let files: SessionFiles
  private let allowsMarks: Bool
  private var waiter = EffectWaiter<State, Action>()
  private let errors: TextSink
  private let verification: () -> RecordingVerification<State, Action>?
  private let interruption: VerificationInterruption
  private let showsProgress: Bool
  private let isResumed: Bool
  /// The page that shows the app; it ends with the recording.
  package internal(set) var served: ServedSession<App>?
  /// The step after which the session goes on; 0 if it is new.
  let beginning: UInt64
  private var exitCode: Int32?
  private(set) var isQuitting = false

  /// Starts the app, and the recording if one is asked for, which is verified at its end.
  ///
  /// With a `resumption`, the app goes on from its state, and the recording begins with its steps.
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
    // The app's keys give the shared values that were read their storages.
    let beginning = files.using { App.initialState }
    if options.strict, files.isOutsideUsed { throw .files(.notStrict) }
    let initialState = resumed ?? beginning
    let actions = ActionReader<Action>(state: State.self)
    self.actions = actions
    if let secrets = actions.secrets { console.redact(secrets) }
    printer = StepPrinter(
      output: console.output, shown: options.shown(hasPrompt: hasPrompt), hasPrompt: hasPrompt,
      style: style, actions: actions, initialState: initialState)
    (self.options, self.identity) = (options, identity)
    errors = console.errors
    isResumed = resumption != nil
    self.beginning = resumption?.step ?? 0
    allowsMarks = resumption?.hasMarks ?? false
    interruption = VerificationInterruption()
    self.verification = verification
    self.showsProgress = showsProgress
    recording = try options.record.map { path throws(SessionStartError) in
      let report = RecordingReport(errors: console.errors, isStrict: options.strict)
      if !options.isTemporary {
        let warnings = SecretWarnings.all(state: State.self, action: Action.self)
        if options.strict, !warnings.isEmpty { throw .recording(.notStrict(warnings)) }
        warnings.forEach(report.warn)
      }
      let recorder = try Self.recorder(
        at: path, options, identity, initialState, resumption, actions.secrets, report)
      if !recorder.isMapped {
        console.errors.line("files cannot be mapped here: each step is written, which is slower")
      }
      return LogInProgress(
        path: path, recorder: recorder, report: report, isKept: !options.isTemporary)
    }
    store = Self.store(
      initialState, options, files, recording?.recorder, printer, waiter,
      after: resumption?.step ?? 0, drawingAfter: resumption?.step ?? 0,
      resumption?.lastStackElementID)
    withExtendedLifetime(beginning) {}
    if let resumption { tell(of: resumption) }
  }

  /// Creates the store of the app, with the shell as its world.
  private static func store(
    _ state: State, _ options: RunOptions, _ files: SessionFiles,
    _ recorder: LogRecorder<State, Action>?, _ printer: StepPrinter<App>,
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

  /// Begins anew from a state, in place of the store so far: its effects are cancelled.
  ///
  /// Steps are counted from a number where the session is not recorded; `drawn` is one that no other
  /// beginning had.
  func begin(_ state: State, after step: UInt64, drawingAfter drawn: UInt64) {
    store.cancelEffects()
    waiter.giveUp()
    waiter = EffectWaiter()
    store = Self.store(
      state, options, files, recording?.recorder, printer, waiter, after: step,
      drawingAfter: drawn, nil)
    printer.begin(from: state)
  }

  /// Creates a further log, which begins with a state.
  func makeRecording(
    at path: String, _ state: State
  ) throws(SessionRecordingError) -> LogInProgress<State, Action> {
    let report = RecordingReport(errors: errors, isStrict: options.strict)
    var options = options
    options.force = false
    let recorder = try Self.makeRecorder(
      at: path, options, identity, state, recorded: nil, allowsMarks: allowsMarks,
      actions.secrets, report)
    return LogInProgress(
      path: path, recorder: recorder, report: report, isKept: !options.isTemporary)
  }

  /// Creates the log, which begins with the steps of a session that goes on.
  private static func recorder(
    at path: String, _ options: RunOptions, _ identity: AppIdentity, _ state: State,
    _ resumption: SessionResumption<State, Action>?, _ printedSecrets: SecretTable?,
    _ report: RecordingReport
  ) throws(SessionStartError) -> LogRecorder<State, Action> {
    let steps = try SessionStartError.resumption { () throws(ResumptionError) in
      try resumption?.steps()
    }
    let recorder: LogRecorder<State, Action>
    do throws(SessionRecordingError) {
      recorder = try makeRecorder(
        at: path, options, identity, steps?.initialState ?? state, recorded: resumption?.recorded,
        allowsMarks: resumption?.hasMarks ?? false, printedSecrets, report)
    } catch {
      throw .recording(error)
    }
    try SessionStartError.resumption { () throws(ResumptionError) in
      try steps?.write(into: recorder, goingOnFrom: state)
    }
    return recorder
  }

  private static func makeRecorder(
    at path: String, _ options: RunOptions, _ identity: AppIdentity, _ state: State,
    recorded: String?, allowsMarks: Bool, _ printedSecrets: SecretTable?,
    _ report: RecordingReport
  ) throws(SessionRecordingError) -> LogRecorder<State, Action> {
    try LogRecorder(
      path: path, app: identity, initialState: state,
      dependencies: App.recordedDependencies.addingEndpoints(
        declaredBy: { App.feature.assemble() }),
      recorded: recorded
        ?? Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      options: LogRecorderOptions(
        overwrite: options.force, level: options.level, durability: options.durability,
        allowsMarks: allowsMarks),
      printedSecrets: printedSecrets, onWarning: report.warn, onFailure: report.fail)
  }

  /// Tells where the session goes on, and what does not go on.
  private func tell(of resumption: SessionResumption<State, Action>) {
    let lines = resumption.effects.lines()
    let place =
      resumption.step == 0 ? "before step 1" : "after step \(resumption.step)"
    errors.line(
      "'\(resumption.path.visible)' goes on \(place)"
        + (lines.isEmpty ? "" : "; effects that are not started again:"))
    for line in lines { errors.line("  \(line.visible)") }
  }

  /// Whether the session is recorded.
  var isRecorded: Bool { recording != nil }

  /// What there is to be said of the recording at this moment.
  var light: RecordingLight { recording?.light ?? .off }

  /// The state as a reader of the log would see it.
  var recordedState: RecordedValue? { printer.recorded(store.state) }

  /// Waits until no effect is under way.
  func waitForEffects() async {
    await waiter.wait(for: store.effectCount)
  }

  /// Sends what a person's app begins with.
  func launch() {
    // A session that goes on has begun long ago.
    if let action = App.launchAction, !isResumed { store.send(action) }
  }

  /// Sends what a person's app ends with.
  ///
  /// What is being saved then is saved; what goes on for ever is not waited for.
  func quit() async {
    // A signal may come while the app is ending already.
    if let action = App.quitAction, !isQuitting { store.send(action) }
    isQuitting = true
    await waitForEffects(atMost: .milliseconds(500))
  }

  /// Waits until no effect is under way, but no longer than that.
  private func waitForEffects(atMost limit: Duration) async {
    let timeout = Task { [waiter] in
      try? await ContinuousClock().sleep(for: limit)
      if !Task.isCancelled { waiter.giveUp() }
    }
    await waitForEffects()
    timeout.cancel()
  }

  /// Ends the app: tells of the effects that are cut off.
  func cancelEffects() {
    let count = UInt64(store.effectCount)
    guard count > 0 else { return }
    store.cancelEffects()
    errors.line(
      "\(count.counted("effect")) \(count == 1 ? "was" : "were") under way and cancelled; "
        + "'wait effects' at the end waits for them")
  }

  /// Whether the recording has been completed.
  var isFinished: Bool { exitCode != nil }

  /// Completes the recording, once, and returns the exit code.
  package func finish() -> Int32 {
    if let exitCode { return exitCode }
    interruption.begin()
    recording?.complete()
    // The pages show the last steps before a verification that may take long.
    served?.end()
    // Logs that the session went back from are told, and verified, at the end with the last one.
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

  /// Leaves the verification out that is under way, as a signal asks for; from any thread.
  nonisolated func interruptVerification(by signal: Int32) {
    interruption.interrupt(by: signal)
  }

  private func verify(_ log: LogSummary) -> [String] {
    guard let verification = verification() else { return [] }
    let bar = ProgressBar(
      total: Int(clamping: log.steps &* 2), unit: "steps verified, twice; Ctrl-C leaves it out",
      isShown: showsProgress, errors)
    defer { bar.remove() }
    let outcome = verification.outcome(ofLog: log.path, steps: log.steps) { [interruption] done in
      bar.advance(Int(clamping: done))
      return interruption.signal == nil
    }
    return outcome.problem
  }
}

/// Why the app cannot be started.
package enum SessionStartError: Error, Equatable, Sendable {
  /// The recording cannot begin.
  case recording(SessionRecordingError)
  /// The recorded session cannot go on.
  case resumption(ResumptionError)
  /// The app's data cannot be used.
  case files(SessionFilesError)

  fileprivate static func resumption<Value>(
    _ body: () throws(ResumptionError) -> Value
  ) throws(SessionStartError) -> Value {
    do throws(ResumptionError) { return try body() } catch { throw .resumption(error) }
  }
}

extension UInt64 {
  /// The seed of a session that goes on after a step, so that what it drew is not drawn again.
  fileprivate func after(step: UInt64) -> UInt64 { self &+ step &* 0x9E37_79B9_7F4A_7C15 }
}

/// The signal that interrupts the verification of a recording, if one comes meanwhile.
private final class VerificationInterruption: Sendable {
  private let number = Mutex<Int32?>(nil)

  /// The signal, if one came since the recording began to be completed.
  var signal: Int32? { number.withLock { $0 } }

  func begin() {
    number.withLock { $0 = nil }
  }

  func interrupt(by signal: Int32) {
    number.withLock { $0 = signal }
  }
}

extension RunOptions {
  /// What is printed of each step.
  fileprivate func shown(hasPrompt: Bool) -> StepOutput {
    guard !isQuiet else { return .nothing }
    guard printed == .changes else { return .screen }
    // Who wants each step on the disk before the next begins is to see it by then.
    return hasPrompt ? .changes : .line(atOnce: durability == .step)
  }
}
