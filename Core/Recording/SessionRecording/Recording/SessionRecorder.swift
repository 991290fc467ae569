public import ComposableArchitecture
import DependencyInjection
import Foundation
import Locking
public import RecordCoding
import Redaction
import SessionLog
import SharedState

/// A recorder that writes the sessions of a store to logs, in any process.
///
///     let recorder = SessionRecorderOf<Feed>(
///       app: AppIdentity(name: "feedd", version: "1.0", build: "41"),
///       folder: URL(fileURLWithPath: "/var/lib/feedd/sessions"), keeping: .last(steps: 10_000)
///     ) { failure in
///       print(failure)
///     }
///     let store = Store(initialState: Feed.State(), recorder: recorder) { Feed() }
///
/// Each action is written before the reducer receives it, so a crash leaves a log that ends with
/// the current action. `onFailure` is called on any thread, once for each log, when its recording
/// ends early. It is also called when recording continues without a part of the log. A failure
/// never affects the app. A log is named after app, time and process, with `.partial` appended
/// until `stop()` has finished it.
@MainActor
public final class SessionRecorder<State: Recordable, Action: Recordable>: StepObserver {
  private let app: AppIdentity
  private let folder: URL
  private let retention: SessionRetention
  private let options: SessionRecordingOptions
  private let onFailure: @Sendable (SessionRecordingFailure) -> Void
  private var setup: RecordingSetup<State, Action>?
  private var isAttached = false
  private var storage: StateStorage<State>?
  // Each step uses these. Checks for overlapping accesses would take a tenth of its time.
  @exclusivity(unchecked) private var startsAtNextStep = false
  @exclusivity(unchecked) private var isReducing = false
  @exclusivity(unchecked) private var stopsAfterStep = false
  @exclusivity(unchecked) private var recorder: LogRecorder<State, Action>? {
    didSet { recorderOfStep = recorder.map(Unmanaged.passUnretained) }
  }
  @exclusivity(unchecked) private var health: RecordingHealth? {
    didSet { healthOfStep = health.map(Unmanaged.passUnretained) }
  }
  // The same objects, but not retained for each step. No step releases them while it is recorded.
  @exclusivity(unchecked) private var recorderOfStep: Unmanaged<LogRecorder<State, Action>>?
  @exclusivity(unchecked) private var healthOfStep: Unmanaged<RecordingHealth>?

  /// The marks of the session, which any thread can add.
  public nonisolated let marks: SessionMarks

  /// Creates a recorder that records one store into a folder, which is created if necessary.
  ///
  /// Recording starts with the store, unless `stop()` is called before.
  public init(
    app: AppIdentity, folder: URL, keeping retention: SessionRetention = .everything,
    options: SessionRecordingOptions = .init(),
    onFailure: @escaping @Sendable (SessionRecordingFailure) -> Void
  ) {
    self.app = app
    self.folder = folder
    self.retention = retention
    self.options = options
    self.onFailure = onFailure
    startsAtNextStep = true
    let drain = MarkDrain()
    marks = SessionMarks { drain.schedule() }
    drain.write = { [weak self] in self?.writeMarks() }
  }

  /// The log that is being recorded, or `nil` if there is none.
  public private(set) var log: URL?

  /// Whether a session is being recorded.
  public var isRecording: Bool { recorder != nil && health?.hasFailed == false }

  /// The number of recorded steps in the current session, including marks.
  public var stepCount: Int { Int(clamping: recorder?.stepCount ?? 0) }

  /// Starts a log with the next action, unless a session is being recorded or is not sampled.
  ///
  /// After `stop()` in the same step, the log ends after that step, and another one starts.
  public func start() {
    guard !isRecording || stopsAfterStep else { return }
    // A log that failed during this step is released after the step.
    if !isReducing { releaseLog() }
    startsAtNextStep = true
  }

  /// Ends the log, if there is one, and returns its location. The store continues unrecorded.
  ///
  /// While a step is reduced, the log ends after that step, and `nil` is returned.
  @discardableResult
  public func stop() -> URL? {
    startsAtNextStep = false
    guard !isReducing else {
      stopsAfterStep = true
      return nil
    }
    return finish()
  }

  private func finish() -> URL? {
    guard let recorder, let health, !health.hasFailed else {
      releaseLog()
      return nil
    }
    writeMarks()
    defer { releaseLog() }
    do throws(SessionRecordingError) {
      return URL(fileURLWithPath: try recorder.finish().path)
    } catch {
      health.fail(error)
      return nil
    }
  }

  /// Marks the session with a text, which `show` and `play` print on a line of its own.
  public func mark(_ text: String) {
    marks.add(text)
    writeMarks()
  }

  /// Writes the session so far as a whole log, while the app continues to run.
  ///
  /// There must be no file with that name. The log is written on a queue of the recorder.
  public func snapshot(to file: URL) async throws(SessionRecordingFailure) {
    guard isRecording, let recorder else { throw .notRecording }
    if !isReducing { writeMarks() }
    let result = await withCheckedContinuation { continuation in
      recorder.snapshot(as: file.path) { continuation.resume(returning: $0) }
    }
    do throws(LogWriterError) {
      _ = try result.get()
    } catch {
      throw SessionRecordingFailure(.log(error), log: log)
    }
  }

  /// Returns the sessions that earlier runs left in a folder, finished or not, the oldest first.
  public nonisolated static func recoverable(in folder: URL) -> [RecoverableSession] {
    RecoverableSession.all(in: folder)
  }
}

/// A recorder of the sessions of a feature.
public typealias SessionRecorderOf<Feature: Reducer> = SessionRecorder<
  Feature.State, Feature.Action
>
where Feature.State: Recordable, Feature.Action: Recordable

// MARK: Steps

extension SessionRecorder {
  /// Starts the log with the state of the store.
  public func storeDidBegin(with state: UnsafePointer<State>) {
    guard !isAttached else { return onFailure(.secondStore) }
    isAttached = true
    if startsAtNextStep { begin(with: state, firstStep: 1) }
  }

  /// Returns the number of the next step, after writing the pending marks.
  public func numberOfStep(after last: UInt64) -> UInt64 {
    if _slowPath(marks.hasAny) { writeMarks() }
    // The step starts here. A failure handler that stops the recording must not release the log.
    isReducing = true
    return recorderOfStep?.with { $0.numberOfStep(after: last) } ?? last &+ 1
  }

  /// Writes the action of a step.
  public func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    isReducing = true
    if let recorderOfStep {
      recorderOfStep.with {
        $0.willReduce(action, number: number, origin: origin, state: state)
      }
    } else if startsAtNextStep {
      begin(with: state, with: action, number: number, origin: origin)
    }
  }

  /// Writes the results of a step.
  public func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    recorderOfStep?.with {
      $0.didReduce(action, number: number, origin: origin, effect: effect, state: state)
    }
    isReducing = false
    if _slowPath(healthOfStep?.with { $0.hasFailed } == true) { releaseLog() }
    if _slowPath(marks.hasAny) { writeMarks() }
    if _slowPath(stopsAfterStep) {
      stopsAfterStep = false
      _ = finish()
    }
  }

  private func writeMarks() {
    guard !isReducing, marks.hasAny else { return }
    for text in marks.take() { recorder?.mark(SessionMarks.cut(text)) }
  }

  @inline(never)
  private func begin(
    with state: UnsafePointer<State>, with action: Action, number: UInt64, origin: StepOrigin
  ) {
    // The gate is closed until the step has been recorded, as for each step.
    if setup?.sharesValues == true { SharedGate.close() }
    begin(with: state, firstStep: number)
    guard let recorder else {
      if setup?.sharesValues == true { SharedGate.open() }
      return
    }
    recorder.willReduce(action, number: number, origin: origin, state: state)
  }
}

// MARK: Logs

extension SessionRecorder: StateStorageObserver {
  /// Stores the memory of the first store's state for the logs that start later.
  package func storeWillBegin(in storage: StateStorage<State>) {
    if !isAttached { self.storage = storage }
  }
}

extension SessionRecorder {
  /// Finds the recorded endpoints of a reducer's clients. Returns whether there is no store yet.
  func prepare(_ assemble: () -> some Any) -> Bool {
    guard !isAttached else {
      onFailure(.secondStore)
      return false
    }
    setup = makeSetup(options.dependencies.addingEndpoints(declaredBy: assemble))
    return true
  }

  func install(in values: inout DependencyValues) {
    setup?.install(in: &values)
  }

  private func begin(with state: UnsafePointer<State>, firstStep: UInt64) {
    startsAtNextStep = false
    guard options.choosesSession() else { return }
    let setup = setup ?? makeSetup(options.dependencies)
    self.setup = setup
    let now = Date()
    let path = SessionFileName.free(in: folder, app: app.name, at: now)
    let log = URL(fileURLWithPath: LogFile.partialPath(for: path))
    let health = RecordingHealth(of: log, onFailure)
    do throws(SessionRecordingError) {
      if options.refusesSecretsAtRisk {
        let warnings = SecretWarnings.all(state: State.self, action: Action.self)
        guard warnings.isEmpty else { throw .notStrict(warnings) }
      }
      // If this fails, creating the log reports that there is no folder.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      recorder = try LogRecorder(
        path: path, setup: setup, state: state.pointee, firstStep: firstStep,
        recorded: now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
        options: LogRecorderOptions(
          level: options.level, durability: options.durability,
          retention: LogRetention(retention), context: options.context, allowsMarks: true,
          operations: options.operations),
        onFailure: health.fail)
      if let storage { recorder?.storeWillBegin(in: storage) }
      self.health = health
      self.log = log
    } catch {
      health.fail(error)
    }
  }

  private func makeSetup(_ dependencies: [RecordedDependency]) -> RecordingSetup<State, Action> {
    RecordingSetup(
      app: app, dependencies: dependencies, level: options.level, onWarning: options.onWarning)
  }

  private func releaseLog() {
    (recorder, health, log) = (nil, nil, nil)
  }
}

extension Unmanaged {
  /// Avoids retaining the object. A main-actor closure passed to the standard library checks its
  /// executor first, which takes a quarter of the time budget of a step.
  @inline(__always)
  fileprivate func with<Result>(_ body: (Instance) -> Result) -> Result {
    _withUnsafeGuaranteedRef(body)
  }
}
