package import DependencyInjection
public import Foundation
import Platform
public import RecordCoding
import RecordedValues
public import ReducerRuntime
package import SessionLog
public import SessionModel
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
/// the current action. `onFailure` is called on any thread: once for each log when its recording
/// ends early, and when recording continues without a part of it. A failure never affects the app.
/// A log is named after app, time and process, with `.partial` appended until `stop()` is done.
@MainActor
public final class SessionRecorder<State: Recordable, Action: Recordable>: StepObserver {
  private let app: AppIdentity
  /// The folder of the logs, or `nil` if there is one log, at a path that the caller chose.
  private let folder: URL?
  private var options: SessionRecordingOptions
  private let milliseconds: (@MainActor () -> UInt64)?
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
  public convenience init(
    app: AppIdentity, folder: URL, keeping retention: SessionRetention = .everything,
    options: SessionRecordingOptions = .init(),
    onFailure: @escaping @Sendable (SessionRecordingFailure) -> Void
  ) {
    var options = options
    options.retention = LogRetention(retention)
    options.allowsMarks = true
    self.init(app, in: folder, options, nil, onFailure)
    startsAtNextStep = true
  }

  /// Creates a recorder of a single log, which begins at once with the state of a store to come.
  ///
  /// `recorded` is the date in the header as ISO 8601, by default the current one. `milliseconds`
  /// reads a clock that never goes back, by default the system's. `types` are the app's types with
  /// these options, if a recorder already used them.
  package convenience init(
    path: String, app: AppIdentity, initialState: State, recorded: String? = nil,
    types: RecordedTypes<State, Action>? = nil, options: SessionRecordingOptions = .init(),
    milliseconds: (@MainActor () -> UInt64)? = nil,
    onFailure: @escaping @Sendable (SessionRecordingFailure) -> Void
  ) throws(SessionRecordingError) {
    self.init(app, in: nil, options, milliseconds, onFailure)
    if let types { setup = makeSetup(types) }
    try open(path, makeHealth(of: path), with: initialState, recorded: recorded)
  }

  private init(
    _ app: AppIdentity, in folder: URL?, _ options: SessionRecordingOptions,
    _ milliseconds: (@MainActor () -> UInt64)?,
    _ onFailure: @escaping @Sendable (SessionRecordingFailure) -> Void
  ) {
    (self.app, self.folder, self.options) = (app, folder, options)
    (self.milliseconds, self.onFailure) = (milliseconds, onFailure)
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
  /// After `stop()` in the same step, the log ends after that step, and a second log starts.
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
    return endLog()
  }

  private func endLog() -> URL? {
    defer { releaseLog() }
    guard let health, !health.hasFailed else { return nil }
    do throws(SessionRecordingError) {
      return URL(fileURLWithPath: try finish().path)
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
    writeEvents()
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
    let hasEvents = setup?.effects?.hasAny == true
    if _slowPath(hasEvents) { writeEvents() }
    // The step starts here. A failure handler that stops the recording must not release the log.
    isReducing = true
    let number = recorderOfStep?.with { $0.numberOfStep() } ?? last &+ 1
    // No events of other threads and no outside changes may come between this event and the step.
    if _slowPath(hasEvents), let event = setup?.effects?.takeSent() { recorder?.append(event) }
    return number
  }

  /// Writes the action of a step.
  public func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    isReducing = true
    if let recorderOfStep {
      recorderOfStep.with { $0.willReduce(action, number: number, origin: origin) }
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
    if _slowPath(healthOfStep?.with { $0.hasFailed } == true), folder != nil { releaseLog() }
    if _slowPath(marks.hasAny) { writeMarks() }
    if _slowPath(stopsAfterStep) {
      stopsAfterStep = false
      _ = endLog()
    }
  }

  private func writeMarks() {
    guard !isReducing, marks.hasAny else { return }
    for text in marks.take() { recorder?.mark(SessionMarks.cut(text)) }
  }

  private func writeEvents() {
    guard !isReducing, let effects = setup?.effects, effects.hasAny else { return }
    recorder?.append(eventsOf: effects)
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
    recorder.willReduce(action, number: number, origin: origin)
  }
}

// MARK: A single log

extension SessionRecorder {
  /// Whether each step survives a crash without a system call, which is faster.
  package var isMapped: Bool { recorder?.isMapped ?? true }

  /// Writes steps that were recorded before, up to a number, and continues from a state.
  ///
  /// On failure, nothing is left of the log. The numbers of effects and calls continue after
  /// `effect` and `call`.
  package func resume<Failure: Error>(
    from state: State, after step: UInt64, effect: UInt64 = 0, call: UInt64 = 0,
    _ write: (SessionWriter<State, Action>) throws(Failure) -> Void
  ) throws(Failure) {
    try recorder?.resume(from: state, after: step, write)
    setup?.effects?.resume(afterEffect: effect, call: call)
  }

  /// Waits until all steps so far have been passed to the system.
  package func flush() {
    recorder?.flush()
  }

  /// Ends the log, renames it to its final name, and waits until it is on disk.
  ///
  /// A log at a chosen path is not released after a failure, so the error includes its extent.
  package func finish() throws(SessionRecordingError) -> LogSummary {
    guard let recorder else { throw .log(.closed(path: log?.path ?? "")) }
    endSteps()
    return try recorder.finish()
  }

  /// Ends the steps of the log, before `finish()` or `discard()`. Later steps are not recorded.
  package func endSteps() {
    writeMarks()
    writeEvents()
    setup?.effects?.noteLog(isOpen: false)
    recorder?.endSteps()
  }

  /// Ends the recording, and removes the log.
  package func discard() { recorder?.discard() }
}

// MARK: Logs

extension SessionRecorder: StateStorageObserver {
  /// Stores the memory of the first store's state for the current log and all later ones.
  package func storeWillBegin(in storage: StateStorage<State>) {
    guard !isAttached else { return }
    self.storage = storage
    recorder?.storeWillBegin(in: storage)
  }
}

extension SessionRecorder {
  /// Finds the recorded endpoints of a reducer's clients. Returns whether there is no store yet.
  func prepare(_ assemble: () -> some Any) -> Bool {
    guard !isAttached else {
      onFailure(.secondStore)
      return false
    }
    if options.level == .effects { options.endpoints = .declared(by: assemble) }
    setup = makeSetup(types(with: options.dependencies.addingEndpoints(declaredBy: assemble)))
    return true
  }

  /// Installs the dependencies whose reads are recorded.
  package func install(in values: inout DependencyValues) {
    setup?.install(in: &values)
  }

  private func begin(with state: UnsafePointer<State>, firstStep: UInt64) {
    startsAtNextStep = false
    guard let folder, options.choosesSession() else { return }
    let path = SessionFileName.free(in: folder, app: app.name, at: Date())
    let health = makeHealth(of: path)
    do throws(SessionRecordingError) {
      try open(path, health, with: state.pointee, firstStep: firstStep)
    } catch {
      health.fail(error)
    }
  }

  private func makeHealth(of path: String) -> RecordingHealth {
    RecordingHealth(of: Self.partialLog(at: path), onFailure)
  }

  private func open(
    _ path: String, _ health: RecordingHealth, with state: State, firstStep: UInt64 = 1,
    recorded: String? = nil
  ) throws(SessionRecordingError) {
    let setup = setup ?? makeSetup(types(with: options.dependencies))
    self.setup = setup
    if options.refusesSecretsAtRisk {
      let warnings = SecretWarnings.all(state: State.self, action: Action.self)
      guard warnings.isEmpty else { throw .notStrict(warnings) }
    }
    // If this fails, creating the log reports that there is no folder.
    if let folder {
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let recorder = try LogRecorder(
      path: path, setup: setup, state: state, firstStep: firstStep,
      recorded: recorded
        ?? Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      options: options, milliseconds: milliseconds, onFailure: health.fail)
    if let storage { recorder.storeWillBegin(in: storage) }
    for path in recorder.undescribedReferences {
      options.onLimitation(UndescribedReferences.remedy(at: path))
    }
    // Set both at once, since a failure that is reported meanwhile may end or start a log.
    (self.recorder, self.health) = (recorder, health)
    setup.effects?.noteLog(isOpen: true)
    log = Self.partialLog(at: path)
  }

  private static func partialLog(at path: String) -> URL {
    // Without the hint, the file system is asked whether there is a folder.
    URL(fileURLWithPath: LogFile.partialPath(for: path), isDirectory: false)
  }

  private func types(with dependencies: [RecordedDependency]) -> RecordedTypes<State, Action> {
    RecordedTypes(
      app, dependencies: dependencies, level: options.level, endpoints: options.endpoints)
  }

  private func makeSetup(_ types: RecordedTypes<State, Action>) -> RecordingSetup<State, Action> {
    let setup = RecordingSetup(
      types, endpoints: options.endpoints, printedSecrets: options.printedSecrets,
      onWarning: options.onWarning, onLimitation: options.onLimitation)
    setup.effects?.write = { [weak self] in self?.writeEvents() }
    for call in options.endpoints.unrecordable { options.onLimitation(call.description) }
    for client in options.endpoints.unseen { options.onLimitation(client.warning) }
    return setup
  }

  private func releaseLog() {
    (recorder, health, log) = (nil, nil, nil)
  }
}
