package import ComposableArchitecture
package import DependencyInjection
import Dispatch
import Foundation
package import RecordCoding
package import SessionLog
import SharedState

/// Records the session of a store into a log.
///
/// It is the store's observer, and `install(in:)` puts the dependencies whose reads it records in
/// the store's dependencies. Each action is in the log's journal before the reducer sees it, so that
/// whatever ends the process leaves it there. Compressing and writing blocks happen on a queue of the
/// log. Reports a failure once, and never throws into the app.
@MainActor
package final class SessionRecorder<State: Recordable, Action: Recordable>: StepObserver {
  private let writer: SessionWriter<State, Action>
  private let reads: RecordedReads
  private let dependencies: [RecordedDependency]
  private let milliseconds: (@MainActor () -> UInt64)?
  private let sentActionForm: SentActionForm
  private var last: UInt64

  // Private, as the checks of a property that others see cost more than to count.
  private var recordedCount: UInt64 = 0
  /// Whether shared values are in the state, which others may change.
  private let sharesValues: Bool
  /// The actions before which a step without one was recorded, by their numbers.
  private var outsideChanges: [UInt64] = []

  /// The number of steps recorded so far.
  package var stepCount: UInt64 { recordedCount }

  /// Creates the log, for a session that begins with a state.
  ///
  /// `onWarning` is told, once, of each secret that could not be kept out of the log.
  /// `recorded` is the date that the header gives, as ISO 8601; `milliseconds` reads a clock that
  /// never goes back; by default, that of the machine.
  package init(
    path: String, app: AppIdentity, initialState: State,
    dependencies: [RecordedDependency] = RecordedDependency.standard, recorded: String,
    options: SessionRecorderOptions = .init(),
    milliseconds: (@MainActor () -> UInt64)? = nil,
    onWarning: @escaping @Sendable (String) -> Void = { _ in },
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void
  ) throws(SessionRecordingError) {
    let dependencies = dependencies.addingSharedValues(of: State.self)
    self.dependencies = dependencies
    self.milliseconds = milliseconds
    last = milliseconds?() ?? uptimeMilliseconds()
    let header = SessionHeader(
      app: app, state: State.self, action: Action.self, dependencies: dependencies,
      recorded: recorded, level: options.level)
    sentActionForm = SentActionForm(in: header)
    let sharesValues = header.requires.contains(SessionHeader.sharedState)
    self.sharesValues = sharesValues
    let secrets =
      header.redacted == nil ? nil : SecretKeeper(header: header, onWarning: onWarning)
    reads = RecordedReads(secrets: secrets?.table)
    let create = { () throws(SessionRecordingError) in
      try SessionWriter<State, Action>(
        path: path, header: header, initialState: initialState, secrets: secrets,
        options: LogWriterOptions(
          overwrite: options.overwrite, journal: options.journal, join: StepColumns.joined),
        durability: options.durability, onFailure: onFailure)
    }
    // What is changed while the first state is written must not be lost between two looks at it.
    writer = sharesValues ? try SharedGate.opening(create) : try create()
  }

  deinit {
    if sharesValues { SharedGate.end() }
  }

  /// Replaces the dependencies whose reads are recorded.
  package func install(in values: inout DependencyValues) {
    dependencies.install(in: &values, reads: reads)
  }

  package func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    if sharesValues { closeGate(before: number) }
    let now = time
    writer.begin(
      action, number: recorded(number), origin: recorded(origin), elapsed: now - last)
    last = now
    reads.record()
  }

  package func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    writer.finish(
      action, number: recorded(number),
      details: details(recorded(origin), reads.endRecording(), effect),
      leadingTo: state)
    recordedCount &+= 1
    if sharesValues { SharedGate.open() }
  }

  @inline(__always)
  private var time: UInt64 { if let milliseconds { milliseconds() } else { uptimeMilliseconds() } }

  @inline(__always)
  private func details(
    _ origin: StepOrigin, _ reads: StepReads?, _ effect: Effect<Action>
  ) -> StepDetails? {
    if case .sent = origin, reads == nil, effect.isNone { return nil }
    return StepDetails(origin, reads, effect, form: sentActionForm)
  }

  /// Whether each step is safe from a crash without a call of the system, which is quicker.
  package var isMapped: Bool { writer.isMapped }

  /// Waits until all steps so far have been handed to the system.
  package func flush() {
    writer.flush()
  }

  /// Ends the log, gives it its name, and waits until it is safely on the disk.
  package func finish() throws(SessionRecordingError) -> LogSummary {
    if sharesValues { noteOutsideChange(before: .max) }
    return try writer.finish()
  }
}

// MARK: Shared state

extension SessionRecorder {
  /// Holds back changes from outside until the step has been recorded, and records those before it.
  @inline(never)
  private func closeGate(before number: UInt64) {
    SharedGate.close()
    noteOutsideChange(before: number)
  }

  private func noteOutsideChange(before number: UInt64) {
    let now = time
    guard writer.appendOutsideChange(elapsed: now - last) else { return }
    last = now
    outsideChanges.append(number)
    recordedCount &+= 1
  }

  /// The number in the log of a step of the store.
  @inline(__always)
  private func recorded(_ number: UInt64) -> UInt64 {
    sharesValues ? number &+ outsideChangeCount(upTo: number) : number
  }

  /// The origin in the log of a step of the store.
  @inline(__always)
  private func recorded(_ origin: StepOrigin) -> StepOrigin {
    guard sharesValues, case .received(let startedBy) = origin else { return origin }
    return .received(startedBy: recorded(startedBy))
  }

  private func outsideChangeCount(upTo number: UInt64) -> UInt64 {
    // From the end, where the steps are that still send actions.
    UInt64(outsideChanges.count - outsideChanges.reversed().prefix { $0 > number }.count)
  }
}

/// How a session is recorded.
package struct SessionRecorderOptions: Sendable {
  /// Whether an existing log is replaced.
  package var overwrite: Bool
  /// How the steps are kept that are in no block yet.
  package var journal: JournalKind
  /// How much of each step is recorded.
  package var level: RecordingLevel
  /// When recorded steps are safe.
  package var durability: Durability

  /// Takes the defaults where nothing is given.
  package init(
    overwrite: Bool = false, journal: JournalKind = .mapped, level: RecordingLevel = .steps,
    durability: Durability = .flush
  ) {
    self.overwrite = overwrite
    self.journal = journal
    self.level = level
    self.durability = durability
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

/// When recorded steps are safe.
package enum Durability: String, CaseIterable, Sendable {
  /// Steps are the system's as soon as they happen: a crash of the app costs none, a loss of power what
  /// the system had not written to the disk yet.
  case flush
  /// The app goes on when a step is on the disk, where nothing can harm it any more.
  case step
}

/// Why a session is not recorded, or not to its end.
package enum SessionRecordingError: Error, Equatable, Sendable {
  /// The log could not be written.
  case log(LogWriterError)
  /// A value of the step cannot be recorded; step 0 is the state before the first.
  case notRecordable(step: UInt64, RecordEncodingError)
  /// The log may hold secrets, and must not; says which.
  case notStrict([String])
}

extension SessionRecordingError: CustomStringConvertible {
  /// What failed, and what is to be done about it.
  package var description: String {
    switch self {
    case .log(let error):
      error.description
    case .notRecordable(let step, let error):
      """
      recording stopped before step \(step): \(error). The steps before it are kept; \
      keep such values out of the state and the actions, or record them through a type of your own.
      """
    case .notStrict(let warnings):
      "recording is not strict: \(warnings.joined(separator: "; "))"
    }
  }
}
