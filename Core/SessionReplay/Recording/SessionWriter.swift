import Dispatch
import Foundation
import RecordCoding
import SessionLog
import Locking

/// Writes the steps of a session into a log, a block at a time.
///
/// A block goes to the log's own queue when it is full, and at the latest a moment after its first
/// step, so that a session that dies loses no more than that moment.
final class SessionWriter<State: Recordable, Action: Recordable>: Sendable {
  private struct Content: Sendable {
    var builder = BlockBuilder()
    var isFlushDue = false
    var failure: SessionRecordingError?
  }

  private let log: LogWriter
  private let flushInterval: DispatchTimeInterval?
  private let timer = DispatchQueue(label: "reprise.session-writer.timer", qos: .utility)
  private let content = Mutex(Content())
  private let onFailure: @Sendable (SessionRecordingError) -> Void

  /// Creates the log and writes the state before the first step.
  init(
    path: String, header: SessionHeader, initialState: State, options: LogWriterOptions,
    flushInterval: DispatchTimeInterval?,
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void
  ) throws(SessionRecordingError) {
    var builder = BlockBuilder()
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
    self.onFailure = onFailure
    let opening = builder.take()
    content.withLock { $0.builder = builder }
    log.append(block: opening)
  }

  /// Adds a step. After a step that could not be recorded, all are left out.
  func append(_ step: StepRecord<State, Action>) {
    let (failure, isFlushNew) = content.withLock { content in
      guard content.failure == nil else { return (SessionRecordingError?.none, false) }
      do throws(RecordEncodingError) {
        try add(step, to: &content.builder)
      } catch {
        content.failure = .notRecordable(step: step.number, error)
        return (content.failure, false)
      }
      let isFlushNew = !content.isFlushDue && !content.builder.isEmpty && flushInterval != nil
      content.isFlushDue = content.isFlushDue || isFlushNew
      return (nil, isFlushNew)
    }
    if let failure { onFailure(failure) }
    if isFlushNew { scheduleFlush() }
  }

  /// Waits until all steps so far have been handed to the system.
  func flush() {
    content.withLock { writeBlock(&$0.builder) }
    log.flush()
  }

  /// Ends the log and gives it its name.
  func finish() throws(SessionRecordingError) -> LogSummary {
    content.withLock { writeBlock(&$0.builder) }
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

  private func add(
    _ step: StepRecord<State, Action>, to builder: inout BlockBuilder
  ) throws(RecordEncodingError) {
    if builder.needsKeyframe {
      writeBlock(&builder)
      try builder.appendKeyframe(step.before)
    }
    try builder.append(step)
    if builder.isFull { writeBlock(&builder) }
  }

  /// Blocks go to the log under the lock, so that they go in order.
  private func writeBlock(_ builder: inout BlockBuilder) {
    if !builder.isEmpty { log.append(block: builder.take()) }
  }

  private func scheduleFlush() {
    guard let flushInterval else { return }
    timer.asyncAfter(deadline: .now() + flushInterval) { [weak self] in
      guard let self else { return }
      content.withLock { content in
        content.isFlushDue = false
        writeBlock(&content.builder)
      }
    }
  }
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
