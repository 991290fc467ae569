package import ComposableArchitecture
package import DependencyInjection
import Dispatch
package import RecordCoding
package import SessionLog
import SharedState

#if canImport(Glibc)
  import Glibc
#endif

/// Records the steps of a store into one log.
///
/// It is the store's observer, or that one's; the dependencies whose reads it records are those of its
/// setup. Each action is in the log's journal before the reducer sees it, so that whatever ends the
/// process leaves it there. Compressing and writing blocks happen on a queue of the log. Reports a
/// failure once, and never throws into the app.
@MainActor
package final class LogRecorder<State: Recordable, Action: Recordable>: StateStorageObserver {
  private let writer: SessionWriter<State, Action>
  private let setup: RecordingSetup<State, Action>
  private let reads: RecordedReads
  private let milliseconds: (@MainActor () -> UInt64)?
  private let sentActionForm: SentActionForm
  @exclusivity(unchecked) private var last: UInt64
  private let sharesValues: Bool

  // Private, as the checks of a property that others see cost more than to count.
  @exclusivity(unchecked) private var recordedCount: UInt64 = 0
  @exclusivity(unchecked) private var lastNumber: UInt64

  /// The number of steps recorded so far.
  package var stepCount: UInt64 { recordedCount }

  /// Creates the log of a store, which goes on from a state with a step.
  ///
  /// `recorded` is the date that the header gives, as ISO 8601; `milliseconds` reads a clock that
  /// never goes back; by default, that of the machine.
  package init(
    path: String, setup: RecordingSetup<State, Action>, state: State, firstStep: UInt64 = 1,
    recorded: String, options: LogRecorderOptions = .init(),
    milliseconds: (@MainActor () -> UInt64)? = nil,
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void
  ) throws(SessionRecordingError) {
    self.setup = setup
    self.milliseconds = milliseconds
    reads = setup.reads
    sharesValues = setup.sharesValues
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
          // A ring has at most one block that waits, so that it is no larger than it may be.
          backlog: options.retention == .everything ? LogWriterOptions.backlog : 1,
          journal: options.journal,
          join: StepColumns.joined),
        durability: options.durability, operations: options.operations, onFailure: onFailure)
    }
    // What is changed while the first state is written must not be lost between two looks at it.
    writer = sharesValues ? try SharedGate.opening(create) : try create()
  }

  deinit {
    if sharesValues { SharedGate.end() }
  }

  /// Writes steps that were recorded before, the last of this number, and goes on from a state.
  ///
  /// If that fails, nothing is left of the log.
  package func resume<Failure: Error>(
    from state: State, after step: UInt64,
    _ write: (SessionWriter<State, Action>) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) {
      try write(writer)
    } catch {
      writer.discard()
      throw error
    }
    writer.goOn(from: state)
    (lastNumber, recordedCount, last) = (step, step, time)
  }

  /// Replaces the dependencies whose reads are recorded.
  package func install(in values: inout DependencyValues) {
    setup.install(in: &values)
  }

  /// Takes the state between steps from the memory of a store.
  package func storeWillBegin(in storage: StateStorage<State>) {
    writer.follow(storage)
  }

  /// The number of the next step, behind those that have no action.
  package func numberOfStep(after last: UInt64) -> UInt64 {
    if _slowPath(sharesValues) { closeGate() }
    return lastNumber &+ 1
  }

  package func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    let now = time
    writer.begin(action, number: number, origin: origin, elapsed: now - last)
    last = now
    reads.record()
  }

  package func didReduce(
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

  /// Whether each step is safe from a crash without a call of the system, which is quicker.
  package var isMapped: Bool { writer.isMapped }

  /// Adds a step without an action: a mark of the app. No step may be under way.
  package func mark(_ text: String) {
    noteStep { writer.append(mark: text, elapsed: $0) }
  }

  /// Waits until all steps so far have been handed to the system.
  package func flush() {
    writer.flush()
  }

  /// Writes all steps so far as a log of another name, and goes on.
  ///
  /// `completion` is called on a queue.
  package func snapshot(
    as path: String, completion: @escaping @Sendable (Result<LogSummary, LogWriterError>) -> Void
  ) {
    writer.snapshot(as: path, completion: completion)
  }

  /// Ends the log, gives it its name, and waits until it is safely on the disk.
  package func finish() throws(SessionRecordingError) -> LogSummary {
    if sharesValues { noteOutsideChange() }
    return try writer.finish()
  }
}

// MARK: Steps without an action

extension LogRecorder {
  /// Holds back changes from outside until the step has been recorded, and records those before it.
  @inline(never)
  private func closeGate() {
    SharedGate.close()
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
  /// The header of a log that is recorded now, with what its options require of a reader.
  fileprivate func log(
    recorded: String, firstStep: UInt64, _ options: LogRecorderOptions
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

/// The milliseconds since the machine started, to the few that a cheap clock tells apart.
package func uptimeMilliseconds() -> UInt64 {
  #if canImport(Glibc)
    // The finer clock costs a fifth of what recording a step may cost.
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  #else
    DispatchTime.now().uptimeNanoseconds / 1_000_000
  #endif
}
