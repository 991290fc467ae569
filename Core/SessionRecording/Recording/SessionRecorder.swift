public import ComposableArchitecture
import DependencyInjection
import Foundation
import Locking
public import RecordCoding
import RecordSchema
import SessionLog
import SharedState

/// Records the sessions of a store into logs, in any process.
///
///     let recorder = SessionRecorderOf<Feed>(
///       app: AppIdentity(name: "feedd", version: "1.0", build: "41"),
///       folder: URL(fileURLWithPath: "/var/lib/feedd/sessions"), keeping: .last(steps: 10_000)
///     ) { failure in
///       print(failure)
///     }
///     let store = Store(initialState: Feed.State(), recorder: recorder) { Feed() }
///
/// Each action is in the file before the reducer sees it, so a crash leaves a log that ends with the
/// action under way. `onFailure` is called on any thread when a recording ends, once for each log, and
/// when it continues without a part of the log. A failure never disturbs the app. A log is named by app,
/// time and process, with `.partial` appended until `stop()` has finished it.
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
  // Each step needs these; to check for overlapping accesses would cost a tenth of one.
  @exclusivity(unchecked) private var startsAtNextStep = false
  @exclusivity(unchecked) private var isReducing = false
  @exclusivity(unchecked) private var stopsAfterStep = false
  @exclusivity(unchecked) private var recorder: LogRecorder<State, Action>? {
    didSet { recorderOfStep = recorder.map(Unmanaged.passUnretained) }
  }
  @exclusivity(unchecked) private var health: RecordingHealth? {
    didSet { healthOfStep = health.map(Unmanaged.passUnretained) }
  }
  // The same, not retained for each step. Nothing lets go of them while a step is recorded.
  @exclusivity(unchecked) private var recorderOfStep: Unmanaged<LogRecorder<State, Action>>?
  @exclusivity(unchecked) private var healthOfStep: Unmanaged<RecordingHealth>?

  /// Adds marks from any thread.
  public nonisolated let marks: SessionMarks

  /// Prepares to record one store into a folder, which is created if it is not there.
  ///
  /// Recording begins with the store, unless `stop()` is called before.
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

  /// The log that is being recorded; `nil` while none is.
  public private(set) var log: URL?

  /// Whether a session is being recorded.
  public var isRecording: Bool { recorder != nil && health?.hasFailed == false }

  /// How many steps of the present session have been recorded, marks included.
  public var stepCount: Int { Int(clamping: recorder?.stepCount ?? 0) }

  /// Begins a log with the next action, unless a session is being recorded or is not chosen.
  ///
  /// After `stop()` in the same step, the log ends behind that step, and another begins.
  public func start() {
    guard !isRecording || stopsAfterStep else { return }
    // A log that failed within this step is let go of behind it.
    if !isReducing { letGo() }
    startsAtNextStep = true
  }

  /// Ends the log, if there is one, and returns where it is; the store goes on unrecorded.
  ///
  /// While a step is reduced, the log ends behind that step, and nothing is returned.
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
      letGo()
      return nil
    }
    writeMarks()
    defer { letGo() }
    do throws(SessionRecordingError) {
      return URL(fileURLWithPath: try recorder.finish().path)
    } catch {
      health.fail(error)
      return nil
    }
  }

  /// Marks the session with a text, which `show` and `play` print as a line of its own.
  public func mark(_ text: String) {
    marks.add(text)
    writeMarks()
  }

  /// Writes what there is of the session as a whole log, while the app runs on.
  ///
  /// A file of that name must not be there. It is written on a queue of the recorder.
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

  /// Lists what earlier runs left in a folder, the oldest first: whole logs, and those cut off.
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
  /// Begins the log with the state of the store.
  public func storeDidBegin(with state: UnsafePointer<State>) {
    guard !isAttached else { return onFailure(.secondStore) }
    isAttached = true
    if startsAtNextStep { begin(with: state, firstStep: 1) }
  }

  /// The number of the next step, behind the marks that wait.
  public func numberOfStep(after last: UInt64) -> UInt64 {
    if _slowPath(marks.hasAny) { writeMarks() }
    // The step begins: who is told now that the log has failed, and stops it, must not let go of it.
    isReducing = true
    return recorderOfStep?.with { $0.numberOfStep(after: last) } ?? last &+ 1
  }

  /// Writes the action.
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

  /// Writes what the step led to.
  public func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    recorderOfStep?.with {
      $0.didReduce(action, number: number, origin: origin, effect: effect, state: state)
    }
    isReducing = false
    if _slowPath(healthOfStep?.with { $0.hasFailed } == true) { letGo() }
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
    // Held until the step has been recorded, as for each step.
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
  /// Keeps the memory of the first store's state, for the logs that begin later.
  package func storeWillBegin(in storage: StateStorage<State>) {
    if !isAttached { self.storage = storage }
  }
}

extension SessionRecorder {
  /// Finds the endpoints that a reducer's clients record, before a store is made of it; returns
  /// whether the recorder has no store yet.
  func prepare(_ assemble: () -> some Any) -> Bool {
    guard !isAttached else {
      onFailure(.secondStore)
      return false
    }
    setup = makeSetup(options.dependencies.addingEndpoints(declaredBy: assemble))
    return true
  }

  /// Replaces the dependencies whose reads are recorded.
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
    let log = URL(fileURLWithPath: LogFormat.partialPath(for: path))
    let health = RecordingHealth(of: log, onFailure)
    do throws(SessionRecordingError) {
      if options.refusesSecretsAtRisk {
        let warnings = SecretWarnings.all(state: State.self, action: Action.self)
        guard warnings.isEmpty else { throw .notStrict(warnings) }
      }
      // Whoever creates the log tells that there is no folder, if there is none.
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

  /// Lets go of the log, which stays as it is.
  private func letGo() {
    (recorder, health, log) = (nil, nil, nil)
  }
}

extension Unmanaged {
  /// Calls a function with the object, which is not retained.
  ///
  /// Given to the standard library itself, a function of the main actor first asks whether it runs
  /// there, which costs a quarter of what a step may.
  @inline(__always)
  fileprivate func with<Result>(_ body: (Instance) -> Result) -> Result {
    _withUnsafeGuaranteedRef(body)
  }
}
