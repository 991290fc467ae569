import Dispatch
import Locking

/// Writes a log, block by block, on a queue of its own.
///
/// While it is written the file is named as the log with `.partial` after it, and locked, so that a
/// second recorder is refused. A writer that is let go of without `finish()` leaves that file.
package final class LogWriter: Sendable {
  /// Where the log will be when it is finished.
  package let path: String
  /// Where the log is until then.
  package var partialPath: String { LogFormat.partialPath(for: path) }

  private let queue = DispatchQueue(label: "reprise.session-log.writer", qos: .utility)
  private let slots: DispatchSemaphore
  private let onFailure: @Sendable (LogWriterError) -> Void
  /// Locked on the queue only, so that nobody waits for the disk to get at it.
  private let state: Mutex<LogWriterState>

  /// Creates the file and writes the header, one line of JSON given without its newline.
  ///
  /// `onFailure` is called once if writing stops, on the writer's queue. It must not call `flush()`,
  /// `finish()` or `abandon()`, which wait for that queue.
  package init(
    path: String, header: [UInt8], options: LogWriterOptions = .init(),
    operations: LogFileOperations = .system,
    onFailure: @escaping @Sendable (LogWriterError) -> Void = { _ in }
  ) throws(LogWriterError) {
    precondition(!header.contains(UInt8(ascii: "\n")), "the header must be one line")
    self.path = path
    self.onFailure = onFailure
    slots = DispatchSemaphore(value: options.backlog)
    state = Mutex(
      try LogWriterState(path: path, header: header, options: options, operations: operations))
  }

  /// Hands a block to the queue; waits only while too many blocks are still to be written.
  ///
  /// The block is made on the queue. One that comes after writing has stopped is dropped, and its
  /// steps are counted.
  package func append(stepCount: Int, _ block: @escaping @Sendable () -> LogBlock) {
    precondition(
      0...Int(LogFormat.maximumField) ~= stepCount, "a block cannot hold so many steps")
    slots.wait()
    queue.async { [self] in
      if let failure = state.withLock({ $0.append(stepCount: stepCount, block) }) {
        onFailure(failure)
      }
      slots.signal()
    }
  }

  /// Hands a block that is there already to the queue.
  package func append(block: LogBlock) {
    append(stepCount: block.stepCount) { block }
  }

  /// Waits until every block that was appended has been handed to the system.
  package func flush() {
    queue.sync {}
  }

  /// Waits until every block that was appended is safely on the disk.
  ///
  /// If that fails, writing stops and the failure is told, as with a block.
  package func sync() {
    queue.sync {
      if let failure = state.withLock({ $0.sync() }) { onFailure(failure) }
    }
  }

  /// Ends the log, gives the file its name, and waits until it is safely on the disk.
  ///
  /// If writing has stopped, or stops now, the file keeps the name it had while it was written, and
  /// the error says how many steps in it are whole.
  package func finish() throws(LogWriterError) -> LogSummary {
    try queue.sync { state.withLock { $0.finish() } }.get()
  }

  /// Closes the file as it is, once every block that was appended has been written.
  package func abandon() {
    queue.sync { state.withLock { $0.abandon() } }
  }
}
