import Dispatch
import Platform

/// A writer of a log, block by block, on its own queue.
///
/// While the log is written, its file is locked and has the suffix `.partial`. A second recorder is
/// rejected. A writer that is released without a call to `finish()` leaves that file in place.
package final class LogWriter: Sendable {
  package let path: String
  package var partialPath: String { LogFile.partialPath(for: path) }

  private let queue = DispatchQueue(label: "reprise.session-log.writer", qos: .utility)
  private let slots: DispatchSemaphore
  private let onFailure: @Sendable (LogWriterError) -> Void
  /// The state. It is locked only on the queue, because no other thread must wait for the disk.
  private let state: Mutex<LogWriterState>
  private let journal: LogJournal
  private let hasStopped = Atomic(false)
  private let keyframeRequest = Atomic(false)

  /// Creates the file and writes the header, a line of JSON that is passed without its newline.
  ///
  /// `onFailure` is called on the writer's queue: once if writing stops, and for each failure that
  /// does not end the log (`endsLog`). It must not call `flush()`, `finish()` or `abandon()`, which
  /// wait for that queue.
  package init(
    path: String, header: [UInt8], options: LogWriterOptions = .init(),
    operations: LogFileOperations = .system,
    onFailure: @escaping @Sendable (LogWriterError) -> Void = { _ in }
  ) throws(LogWriterError) {
    precondition(!header.contains(UInt8(ascii: "\n")), "the header must be one line")
    self.path = path
    self.onFailure = onFailure
    slots = DispatchSemaphore(value: options.backlog)
    let state = try LogWriterState(
      path: path, header: header, options: options, operations: operations)
    journal = state.journal
    self.state = Mutex(state)
  }

  /// Whether steps survive a crash of the process without a system call for each step.
  package var isMapped: Bool { journal.isMapped }

  /// Whether blocks were lost. The next block is then written only if it starts with a keyframe.
  package var needsKeyframe: Bool { keyframeRequest.load(ordering: .relaxed) }

  /// Returns `nil` if writing has stopped, which `onFailure` reports.
  package func takeSlot(for length: Int = 0) throws(LogWriterError) -> JournalSlot? {
    guard !hasStopped.load(ordering: .relaxed) else { return nil }
    do throws(SystemError) {
      return try journal.takeSlot(for: length)
    } catch {
      throw .journalStopped(path: LogFile.journalPath(forPartial: partialPath), code: error.code)
    }
  }

  /// Appends a block whose entries are in `slot`, which is released once the block is written.
  ///
  /// If `waits` is true, the block is written when the method returns.
  package func append(
    stepCount: Int, in slot: JournalSlot, waits: Bool = false,
    _ block: @escaping @Sendable (JournalSlot) -> LogBlock
  ) {
    append(stepCount: stepCount, isInJournal: true, waits: waits) {
      block(slot)
    } whenWritten: { [journal] in
      journal.release(slot)
    }
  }

  /// Releases a slot that was replaced or contains no steps.
  package func release(_ slot: JournalSlot) {
    journal.release(slot)
  }

  /// Appends a block. Unless `waits` is true, waits only if too many blocks are pending.
  ///
  /// Once writing has stopped, blocks are dropped but counted.
  package func append(block: LogBlock, waits: Bool = false) {
    append(stepCount: block.stepCount, isInJournal: false, waits: waits) {
      block
    } whenWritten: {
    }
  }

  private func append(
    stepCount: Int, isInJournal: Bool, waits: Bool, _ block: @escaping @Sendable () -> LogBlock,
    whenWritten: @escaping @Sendable () -> Void
  ) {
    precondition(
      0...Int(LogFormat.maximumField) ~= stepCount, "a block cannot have this many steps")
    slots.wait()
    let write = { @Sendable [self] in
      let isWritten = update { state in
        state.append(stepCount: stepCount, isInJournal: isInJournal, block)
        return !state.hasStopped
      }
      if isWritten { whenWritten() }
      slots.signal()
    }
    // An idle queue writes at once, without waking another thread.
    if waits { queue.sync(execute: write) } else { queue.async(execute: write) }
  }

  private func update<Result>(_ body: (inout LogWriterState) -> Result) -> Result {
    let (result, failures) = state.withLock { state in
      let result = body(&state)
      hasStopped.store(state.hasStopped, ordering: .relaxed)
      keyframeRequest.store(state.needsKeyframe, ordering: .relaxed)
      return (result, state.takeFailures())
    }
    for failure in failures { onFailure(failure) }
    return result
  }

  /// Waits until all appended blocks have been passed to the system.
  package func flush() {
    queue.sync { update { $0.check() } }
  }

  /// Waits until all appended blocks are on disk.
  ///
  /// A failure stops writing and is reported, as with a block.
  package func sync() {
    queue.sync { update { $0.sync() } }
  }

  /// Writes all blocks so far as a whole log at `path`, and continues to write this one.
  ///
  /// `header` replaces the line of the header in the snapshot, which is written on the writer's
  /// queue. `completion` is also called there.
  package func snapshot(
    as path: String, header: [UInt8]? = nil,
    completion: @escaping @Sendable (Result<LogSummary, LogWriterError>) -> Void
  ) {
    queue.async { [self] in
      completion(state.withLock { $0.snapshot(as: path, header: header) })
    }
  }

  /// Ends the log, renames the file to its final name, and waits until it is on disk.
  ///
  /// `header` replaces the line of the header, if a copy of the log can be written. All blocks must
  /// be valid with both.
  /// If writing has stopped or stops now, the file keeps its temporary name, and the error contains
  /// the number of whole steps in it.
  package func finish(header: [UInt8]? = nil) throws(LogWriterError) -> LogSummary {
    try queue.sync { update { $0.finish(header: header) } }.get()
  }

  /// Closes the file without finishing it, once all appended blocks have been written.
  package func abandon() {
    queue.sync { state.withLock { $0.abandon() } }
  }

  /// Removes the unfinished log and its journal.
  package func discard() {
    queue.sync { state.withLock { $0.discard() } }
  }
}

package struct LogWriterOptions: Sendable {
  /// Whether a log with the same name, finished or not, is replaced.
  package var overwrite: Bool
  /// The compression level, from 0 (none) to 9.
  package var compressionLevel: Int
  package var maximumBlockLength: Int
  /// The maximum number of raw bytes in blocks that are merged when the log is finished.
  package var mergedBlockLength: Int
  /// The part of the log to keep. All but `everything` require `laterStart` in the header.
  package var retention: LogRetention
  /// The coding of payloads. Without it, blocks are not merged.
  package var payloads: PayloadCoding?
  /// The storage of steps that are not in a block yet.
  package var journal: JournalKind
  /// The number of pending blocks at which appending waits.
  package var backlog: Int

  package static let backlog = 64

  package init(
    overwrite: Bool = false, compressionLevel: Int = 6,
    maximumBlockLength: Int = Int(LogFormat.maximumField), mergedBlockLength: Int = 64 << 10,
    retention: LogRetention = .everything, backlog: Int = Self.backlog,
    journal: JournalKind = .memoryOnly, payloads: PayloadCoding? = nil
  ) {
    self.overwrite = overwrite
    self.compressionLevel = compressionLevel
    self.maximumBlockLength = min(maximumBlockLength, Int(LogFormat.maximumField))
    self.mergedBlockLength = mergedBlockLength
    self.retention = retention
    self.payloads = payloads
    self.journal = journal
    self.backlog = max(backlog, 1)
  }
}

package struct LogSummary: Equatable, Sendable {
  package var path: String
  package var bytes: UInt64
  package var steps: UInt64
  /// The number of blocks, after small ones have been merged.
  package var blocks: Int

  package init(path: String, bytes: UInt64, steps: UInt64, blocks: Int) {
    self.path = path
    self.bytes = bytes
    self.steps = steps
    self.blocks = blocks
  }
}
