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
    path: String, header: SessionHeader, initialState: State, secrets: SecretTable? = nil,
    options: LogWriterOptions, flushInterval: DispatchTimeInterval?,
    durability: Durability = .flush,
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void
  ) throws(SessionRecordingError) {
    var builder = BlockBuilder(
      level: header.level, redaction: secrets.map(Redaction.tokens) ?? .none)
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
    log.append(stepCount: 0) { opening.block }
  }

  /// Adds a step that led to a state, which is read where it stands.
  ///
  /// After a step that could not be recorded, all are left out.
  func append(_ action: Action, _ step: StepRecord, leadingTo state: UnsafePointer<State>) {
    let outcome = content.mutex.withLock { content in
      content.hasFailed ? .nothing : add(action, step, leadingTo: state, to: &content)
    }
    if outcome != .nothing { act(on: outcome) }
  }

  private func act(on outcome: WriterOutcome) {
    switch outcome {
    case .nothing: break
    case .flushIsDue: scheduleFlush()
    case .syncIsDue: log.sync()
    case .failed: if let failure = content.mutex.withLock({ $0.failure }) { onFailure(failure) }
    }
  }

  @inline(__always)
  private func add(
    _ action: Action, _ step: StepRecord, leadingTo state: UnsafePointer<State>,
    to content: inout WriterContent.Content
  ) -> WriterOutcome {
    do throws(RecordEncodingError) {
      try content.builder.append(action, step, leadingTo: state, track: track)
      if content.builder.needsKeyframe {
        writeBlock(&content.builder, to: log)
        try content.builder.appendKeyframe(state.pointee)
      } else if content.builder.isFull || durability == .step {
        writeBlock(&content.builder, to: log)
      }
    } catch {
      content.failure = .notRecordable(step: step.number, error)
      return .failed
    }
    if durability == .step { return .syncIsDue }
    guard !content.isFlushDue, flushInterval != nil, !content.builder.isEmpty else {
      return .nothing
    }
    content.isFlushDue = true
    return .flushIsDue
  }

  /// Leaves out the steps before one, which begins with a state.
  func skip(to step: UInt64, from state: State) {
    track.state = state
    let failure = content.mutex.withLock { content -> SessionRecordingError? in
      guard content.failure == nil else { return nil }
      writeBlock(&content.builder, to: log)
      content.builder.skip(to: step)
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

  /// Waits until all steps so far have been handed to the system.
  func flush() {
    content.mutex.withLock { writeBlock(&$0.builder, to: log) }
    log.flush()
  }

  /// Ends the log and gives it its name.
  func finish() throws(SessionRecordingError) -> LogSummary {
    content.mutex.withLock { content in
      writeBlock(&content.builder, to: log)
      // Without changes, only a last state tells whether the steps led to the right one.
      if level == .actions, content.failure == nil { writeLastKeyframe(&content.builder) }
    }
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

  private func writeLastKeyframe(_ builder: inout BlockBuilder) {
    do throws(RecordEncodingError) {
      try builder.appendKeyframe(track.state)
      let block = builder.take()
      log.append(stepCount: 0) { block.block }
    } catch {
      // It could be recorded as the state before, or will be told as what stopped the recording.
    }
  }

  private func scheduleFlush() {
    guard let flushInterval else { return }
    timer.asyncAfter(deadline: .now() + flushInterval) { [weak content, log] in
      content?.mutex.withLock { content in
        content.isFlushDue = false
        writeBlock(&content.builder, to: log)
      }
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

  let mutex: Mutex<Content>

  init(_ builder: consuming sending BlockBuilder) {
    mutex = Mutex(Content(builder: builder))
  }
}

/// What is to be done when a step has been added.
private enum WriterOutcome: Sendable {
  case nothing
  case flushIsDue
  case syncIsDue
  case failed
}

/// Hands a block to a log, under the lock so that blocks go in order.
private func writeBlock(_ builder: inout BlockBuilder, to log: LogWriter) {
  guard !builder.isEmpty else { return }
  let block = builder.take()
  log.append(stepCount: block.stepCount) { block.block }
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
