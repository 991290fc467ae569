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

  package let store: Store<State, Action>
  let printer: StepPrinter<App>
  let actions: ActionReader<Action>
  private let recorder: LogRecorder<State, Action>?
  private let recordingPath: String?
  private let report: RecordingReport
  private let waiter: EffectWaiter<State, Action>
  private let errors: TextSink
  private let verification: () -> RecordingVerification<State, Action>?
  private let interruption: VerificationInterruption
  private let showsProgress: Bool
  private var exitCode: Int32?
  private(set) var isQuitting = false

  /// Starts the app, and the recording if one is asked for, which is verified at its end.
  package init(
    options: RunOptions, identity: AppIdentity, dataFolder: String, hasPrompt: Bool,
    console: Console, style: OutputStyle, showsProgress: Bool = false,
    verification: @escaping () -> RecordingVerification<State, Action>? = { nil }
  ) throws(SessionRecordingError) {
    let initialState = App.initialState
    actions = ActionReader(state: State.self)
    printer = StepPrinter(
      output: console.output, shown: options.shown(hasPrompt: hasPrompt), hasPrompt: hasPrompt,
      style: style, actions: actions, initialState: initialState)
    let report = RecordingReport(errors: console.errors, isStrict: options.strict)
    if options.record != nil {
      let warnings = SecretWarnings.all(state: State.self, action: Action.self)
      if options.strict, !warnings.isEmpty { throw .notStrict(warnings) }
      warnings.forEach(report.warn)
    }
    let recorder = try options.record.map { path throws(SessionRecordingError) in
      try LogRecorder<State, Action>(
        path: path, app: identity, initialState: initialState,
        dependencies: App.recordedDependencies.addingEndpoints(
          declaredBy: { App.feature.assemble() }),
        recorded: Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
        options: LogRecorderOptions(
          overwrite: options.force, level: options.level, durability: options.durability),
        onWarning: report.warn, onFailure: report.fail)
    }
    waiter = EffectWaiter()
    interruption = VerificationInterruption()
    errors = console.errors
    self.report = report
    self.verification = verification
    self.showsProgress = showsProgress
    self.recorder = recorder
    recordingPath = options.record
    if recorder?.isMapped == false {
      console.errors.line("files cannot be mapped here: each step is written, which is slower")
    }
    store = Store(
      initialState: initialState, reducer: { App.feature },
      withDependencies: { values in
        // The shell is the live app, also where a test runs it.
        values.context = .live
        values.dataStorage = FolderStorage(folder: dataFolder).dependency
        if let seed = options.seed { values.seed(seed) }
        recorder?.install(in: &values)
      }, observer: SessionObserver<App>(recorder: recorder, printer: printer, waiter: waiter))
  }

  /// Whether the session is recorded.
  var isRecorded: Bool { recorder != nil }

  /// What there is to be said of the recording at this moment.
  var light: RecordingLight {
    guard let recorder, let recordingPath else { return .off }
    guard !report.isFailed else { return .failed }
    // A log carries this suffix while it is being written.
    let bytes = FileBytes.size(of: "\(recordingPath).partial") ?? 0
    return .on(steps: recorder.stepCount, bytes: bytes)
  }

  /// The state as a reader of the log would see it.
  var recordedState: RecordedValue? { printer.recorded(store.state) }

  /// Waits until no effect is under way.
  func waitForEffects() async {
    await waiter.wait(for: store.effectCount)
  }

  /// Sends what a person's app begins with.
  func launch() {
    if let action = App.launchAction { store.send(action) }
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

  /// Completes the recording, once, and returns the exit code.
  package func finish() -> Int32 {
    if let exitCode { return exitCode }
    interruption.begin()
    let code = recorder.map { recorder in
      report.finish { () throws(SessionRecordingError) in
        try recorder.finish()
      } verify: { log in
        verify(log)
      }
    }
    exitCode = interruption.signal.map { 128 + $0 } ?? code ?? 0
    return exitCode ?? 0
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
    // Who wants each step on the disk before the next begins is to see it by then.
    return hasPrompt ? .screen : .line(atOnce: durability == .step)
  }
}
