import Dispatch
import RecordCoding
import ReducerRuntime
import SessionLog
import SessionModel
import SharedState

#if canImport(Glibc)
  import Glibc
#endif

/// The engine of a `SessionRecorder`: writes the steps of a store into one log, and the reads of
/// its dependencies.
///
/// Each action is in the log's journal before the reducer receives it, and remains there however
/// the process ends. A queue compresses and writes blocks. A failure is reported once, and never
/// thrown into the app.
@MainActor
final class LogRecorder<State: Recordable, Action: Recordable> {
  private let writer: SessionWriter<State, Action>
  private let reads: RecordedReads
  private let milliseconds: (@MainActor () -> UInt64)?
  private let sentActionForm: SentActionForm
  @exclusivity(unchecked) private var last: UInt64
  private let sharesValues: Bool
  private let effects: EffectRecorder?

  // Private, because the access checks of a visible property take longer than counting does.
  @exclusivity(unchecked) private var recordedCount: UInt64 = 0
  @exclusivity(unchecked) private var lastNumber: UInt64

  var stepCount: UInt64 { recordedCount }

  /// Creates the log of a store that continues from a state with the step `firstStep`.
  ///
  /// `recorded` is the date in the header, as ISO 8601. `milliseconds` reads a clock that never
  /// goes back, by default the system's.
  init(
    path: String, setup: RecordingSetup<State, Action>, state: State, firstStep: UInt64 = 1,
    recorded: String, options: SessionRecordingOptions = .init(),
    milliseconds: (@MainActor () -> UInt64)? = nil,
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void
  ) throws(SessionRecordingError) {
    self.milliseconds = milliseconds
    reads = setup.reads
    sharesValues = setup.sharesValues
    effects = setup.effects
    last = milliseconds?() ?? uptimeMilliseconds()
    lastNumber = firstStep - 1
    let header = setup.header.log(recorded: recorded, firstStep: firstStep, options)
    sentActionForm = SentActionForm(in: header)
    let create = { () throws(SessionRecordingError) in
      try SessionWriter<State, Action>(
        path: path, header: header, initialState: state, firstStep: firstStep,
        secrets: setup.secrets,
        options: LogWriterOptions(
          overwrite: options.overwrite, retention: options.retention,
          // A ring has at most one pending block, which limits its size.
          backlog: options.retention == .everything ? LogWriterOptions.backlog : 1,
          journal: options.journal,
          payloads: .session),
        durability: options.durability, operations: options.operations, onFailure: onFailure)
    }
    // A change while the first state is written must not be lost between two comparisons.
    writer = sharesValues ? try SharedGate.opening(create) : try create()
  }

  deinit {
    if sharesValues { SharedGate.end() }
  }

  /// Writes steps that were recorded before, up to a number, and continues from a state.
  ///
  /// On failure, nothing is left of the log.
  func resume<Failure: Error>(
    from state: State, after step: UInt64,
    _ write: (SessionWriter<State, Action>) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) {
      try write(writer)
    } catch {
      writer.discard()
      throw error
    }
    writer.resume(from: state)
    (lastNumber, recordedCount, last) = (step, step, time)
  }

  func storeWillBegin(in storage: StateStorage<State>) {
    writer.follow(storage)
  }

  /// Returns the number of the next step, after recording a change from outside.
  func numberOfStep() -> UInt64 {
    if _slowPath(sharesValues) { closeGate() }
    return lastNumber &+ 1
  }

  func willReduce(_ action: Action, number: UInt64, origin: StepOrigin) {
    let now = time
    writer.begin(action, number: number, origin: origin, elapsed: now - last)
    last = now
    reads.record()
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    reads.endRecording()
    if _slowPath(!effect.isNone) || !writer.finish(number: number, reads: reads, leadingTo: state) {
      finishDetails(action, number, origin, effect, state)
    }
    recordedCount &+= 1
    lastNumber = number
    if _slowPath(sharesValues) { SharedGate.open() }
  }

  @inline(__always)
  private var time: UInt64 { if let milliseconds { milliseconds() } else { uptimeMilliseconds() } }

  @inline(never)
  private func finishDetails(
    _ action: Action, _ number: UInt64, _ origin: StepOrigin, _ effect: Effect<Action>,
    _ state: UnsafePointer<State>
  ) {
    let reads = reads.takeRecording()
    let details =
      reads == nil && effect.isNone
      ? nil : StepDetails(origin, reads, effect, form: sentActionForm)
    writer.finish(action, number: number, details: details, leadingTo: state)
  }

  /// Whether each step survives a crash without a system call, which is faster.
  var isMapped: Bool { writer.isMapped }

  /// The paths of references in the first state that the log cannot describe.
  var undescribedReferences: [String] { writer.undescribedReferences }

  /// Adds a mark of the app as a step without an action. No step may be in progress.
  func mark(_ text: String) {
    noteStep { writer.append(mark: text, elapsed: $0) }
  }

  /// Adds the pending events of effects after the last step. No step may be in progress.
  func append(eventsOf effects: EffectRecorder) {
    let elapsed = time &- last
    effects.take { writer.append(event: $0, elapsed: elapsed) }
  }

  /// Adds an event of an effect after the last step.
  func append(_ event: EffectEvent) {
    let elapsed = time &- last
    event.withBytes { writer.append(event: $0, elapsed: elapsed) }
  }

  /// Waits until all steps so far have been passed to the system.
  func flush() {
    writer.flush()
  }

  /// Writes all steps so far as a log. `completion` is called on a queue.
  func snapshot(
    as path: String, completion: @escaping @Sendable (Result<LogSummary, LogWriterError>) -> Void
  ) {
    writer.snapshot(as: path, completion: completion)
  }

  /// Ends the steps of the log. Later steps are not recorded.
  func endSteps() {
    if sharesValues { noteOutsideChange() }
    writer.endSteps()
  }

  /// Ends the log, renames it to its final name, and waits until it is on disk.
  func finish() throws(SessionRecordingError) -> LogSummary {
    endSteps()
    return try writer.finish()
  }

  /// Ends the recording, and removes the log.
  func discard() { writer.discard() }
}

extension LogRecorder {
  /// Delays outside changes until the step has been recorded, and records the earlier changes.
  @inline(never)
  private func closeGate() {
    SharedGate.close()
    // First the calls of effects that changed values until now.
    if let effects, effects.hasAny { append(eventsOf: effects) }
    noteOutsideChange()
  }

  private func noteOutsideChange() {
    noteStep { writer.appendOutsideChange(elapsed: $0) }
  }

  private func noteStep(_ append: (_ elapsed: UInt64) -> Bool) {
    let now = time
    guard append(now - last) else { return }
    last = now
    lastNumber &+= 1
    recordedCount &+= 1
  }
}

extension SessionHeader {
  /// Returns the header of a new log, with the features that its options require of a reader.
  fileprivate func log(
    recorded: String, firstStep: UInt64, _ options: SessionRecordingOptions
  ) -> SessionHeader {
    var header = self
    header.recorded = recorded
    header.context = options.context.isEmpty ? nil : options.context
    if options.retention != .everything || firstStep > 1 {
      header.requires.append(LogFormat.laterStart)
    }
    if options.allowsMarks { header.requires.append(Self.marks) }
    return header
  }
}

/// Returns the milliseconds since the system started, with the resolution of a fast clock.
func uptimeMilliseconds() -> UInt64 {
  #if canImport(Glibc)
    // The precise clock takes a fifth of the time that recording a step may take.
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  #else
    DispatchTime.now().uptimeNanoseconds / 1_000_000
  #endif
}
