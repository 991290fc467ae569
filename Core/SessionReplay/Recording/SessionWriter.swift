import Dispatch
import Foundation
import RecordCoding
import Locking
import SessionLog

/// Writes the steps of a session into a log, a block at a time.
///
/// A block goes to the log's own queue when it is full, and at the latest a moment after its first
/// step, so that a session that dies loses no more than that moment.
final class SessionWriter<State: Recordable, Action: Recordable> {
  private let log: LogWriter
  private let flushInterval: DispatchTimeInterval?
  private let durability: Durability
  private let level: RecordingLevel
  private let timer = DispatchQueue(label: "reprise.session-writer.timer", qos: .utility)
  private let content: WriterContent
  private let track: StateTrack<State>
  private let onFailure: @Sendable (SessionRecordingError) -> Void

  /// Creates the log and writes the state before the first step.
  init(
    path: String, header: SessionHeader, initialState: State, secrets: SecretKeeper? = nil,
    options: LogWriterOptions, flushInterval: DispatchTimeInterval?,
    durability: Durability = .flush,
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void
  ) throws(SessionRecordingError) {
    var builder = BlockBuilder(level: header.level, secrets: secrets)
    do throws(RecordEncodingError) {
      try builder.appendKeyframe(initialState)
    } catch {
      throw .notRecordable(step: 0, error)
    }
    do throws(LogWriterError) {
      log = try LogWriter(
        path: path, header: header.line(), options: options,
        onFailure: { onFailure(.log($0)) })
    } catch {
      throw .log(error)
    }
    self.flushInterval = flushInterval
    self.durability = durability
    level = header.level
    self.onFailure = onFailure
    track = StateTrack(initialState)
    let opening = builder.take()
    content = WriterContent(builder)
    log.append(stepCount: 0) { opening.block() }
  }

  /// Adds a step that led to a state, which is read where it stands.
  ///
  /// After a step that could not be recorded, all are left out.
  @inline(__always)
  func append(_ action: Action, _ step: StepRecord, leadingTo state: UnsafePointer<State>) {
    let outcome = content.withLock { content in
      content.hasFailed ? .nothing : add(action, step, leadingTo: state, to: &content)
    }
    if outcome != .nothing { act(on: outcome, step.number, state) }
  }

  @inline(never)
  private func act(on outcome: WriterOutcome, _ step: UInt64, _ state: UnsafePointer<State>) {
    switch outcome {
    case .nothing: break
    case .flushIsDue: scheduleFlush()
    case .blockIsFull: content.writeBlock(to: log)
    case .keyframeIsDue:
      content.writeBlock(to: log)
      appendKeyframe(state.pointee, of: step)
      if durability == .step { log.sync() }
    case .syncIsDue:
      content.writeBlock(to: log)
      log.sync()
    case .failed: if let failure = content.withLock({ $0.failure }) { onFailure(failure) }
    }
  }

  @inline(__always)
  private func add(
    _ action: Action, _ step: StepRecord, leadingTo state: UnsafePointer<State>,
    to content: inout WriterContent.Content
  ) -> WriterOutcome {
    do throws(RecordEncodingError) {
      try content.builder.append(action, step, leadingTo: state, track: track)
    } catch {
      content.failure = .notRecordable(step: step.number, error)
      return .failed
    }
    if content.builder.needsKeyframe { return .keyframeIsDue }
    if durability == .step { return .syncIsDue }
    if content.builder.isFull { return .blockIsFull }
    guard !content.isFlushDue, flushInterval != nil else { return .nothing }
    content.isFlushDue = true
    return .flushIsDue
  }

  private func appendKeyframe(_ state: State, of step: UInt64) {
    let failure = content.withLock { content -> SessionRecordingError? in
      do throws(RecordEncodingError) {
        try content.builder.appendKeyframe(state)
        return nil
      } catch {
        content.failure = .notRecordable(step: step, error)
        return content.failure
      }
    }
    if let failure { onFailure(failure) }
  }

  /// Leaves out the steps before one, which begins with a state.
  func skip(to step: UInt64, from state: State) {
    track.state = state
    guard content.withLock({ !$0.hasFailed }) else { return }
    content.writeBlock(to: log)
    content.withLock { $0.builder.skip(to: step) }
    appendKeyframe(state, of: step)
  }

  /// Waits until all steps so far have been handed to the system.
  func flush() {
    content.writeBlock(to: log)
    log.flush()
  }

  /// Ends the log and gives it its name.
  func finish() throws(SessionRecordingError) -> LogSummary {
    content.writeBlock(to: log)
    // Without changes, only a last state tells whether the steps led to the right one.
    if level == .actions { writeLastKeyframe() }
    do throws(LogWriterError) {
      return try log.finish()
    } catch {
      throw .log(error)
    }
  }

  /// Leaves the log unfinished, as it is.
  func abandon() {
    log.abandon()
  }

  private func writeLastKeyframe() {
    let block = content.withLock { content -> PendingBlock? in
      guard !content.hasFailed else { return nil }
      do throws(RecordEncodingError) {
        try content.builder.appendKeyframe(track.state)
        return content.builder.take()
      } catch {
        // It could be recorded as the state before, or will be told as what stopped the recording.
        return nil
      }
    }
    if let block { log.append(stepCount: 0) { block.block() } }
  }

  private func scheduleFlush() {
    guard let flushInterval else { return }
    timer.asyncAfter(deadline: .now() + flushInterval) { [weak content, log] in
      content?.withLock { $0.isFlushDue = false }
      content?.writeBlock(to: log)
    }
  }
}

/// What a timer shares with a writer.
private final class WriterContent: Sendable {
  struct Content: ~Copyable, Sendable {
    var builder: BlockBuilder
    var isFlushDue = false
    var failure: SessionRecordingError? {
      didSet { hasFailed = failure != nil }
    }
    private(set) var hasFailed = false
  }

  // What stands there is touched under the lock only.
  private nonisolated(unsafe) let place: UnsafeMutablePointer<Content>
  private let lock = BriefLock()
  // Another one, as to hand a block on may take its time.
  private let order = Mutex(())

  init(_ builder: consuming sending BlockBuilder) {
    place = .allocate(capacity: 1)
    place.initialize(to: Content(builder: builder))
  }

  deinit {
    place.deinitialize(count: 1)
    place.deallocate()
  }

  /// Calls a function, which is to be quick, with what nobody else has meanwhile.
  @inline(__always)
  func withLock<Result>(_ body: (inout Content) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&place.pointee)
  }

  /// Hands what has been added to a log; blocks go in the order in which they are taken.
  func writeBlock(to log: LogWriter) {
    order.withLock { _ in
      let block = withLock { content -> PendingBlock? in
        content.builder.isEmpty ? nil : content.builder.take()
      }
      if let block { log.append(stepCount: block.stepCount) { block.block() } }
    }
  }
}

/// What is to be done when a step has been added.
private enum WriterOutcome: Sendable {
  case nothing
  case flushIsDue
  case blockIsFull
  case keyframeIsDue
  case syncIsDue
  case failed
}

extension SessionHeader {
  /// The header as one line of JSON.
  func line() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A header is made of text and numbers only, which always encode.
    guard let json = try? encoder.encode(self) else { preconditionFailure("no JSON for a header") }
    return Array(json)
  }
}
