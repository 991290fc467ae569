import Dispatch
import Locking
import struct Synchronization.Atomic

/// Writes a log, block by block, on a queue of its own.
///
/// While it is written the file is named as the log with `.partial` after it, and locked, so that a
/// second recorder is refused. A writer that is let go of without `finish()` leaves that file.
package final class LogWriter: Sendable {
  /// Where the log will be when it is finished.
  package let path: String
  /// Where the log is until then.
  package var partialPath: String { LogFormat.partialPath(for: path) }

  private let queue = WriterQueue()
  private let slots: DispatchSemaphore
  private let onFailure: @Sendable (LogWriterError) -> Void
  /// Locked on the queue only, so that nobody waits for the disk to get at it.
  private let state: Mutex<LogWriterState>
  private let journal: LogJournal
  private let hasStopped = Atomic(false)
  private let keyframeRequest = Atomic(false)

  /// Creates the file and writes the header, one line of JSON given without its newline.
  ///
  /// `onFailure` is called on the writer's queue, once if writing stops, and for each failure that the
  /// log survives (`endsLog`). It must not call `flush()`, `finish()` or `abandon()`, which wait for that
  /// queue.
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

  /// Whether steps are safe from a crash of the process without a call of the system for each.
  package var isMapped: Bool { journal.isMapped }

  /// Whether blocks are lost, so that the next block is only written if it starts with a keyframe.
  package var needsKeyframe: Bool { keyframeRequest.load(ordering: .relaxed) }

  /// Takes memory for the entries of a block, with room for so many bytes.
  ///
  /// `nil` if writing has stopped, of which `onFailure` tells.
  package func takeSlot(for length: Int = 0) throws(LogWriterError) -> JournalSlot? {
    guard !hasStopped.load(ordering: .relaxed) else { return nil }
    do throws(SystemError) {
      return try journal.takeSlot(for: length)
    } catch {
      throw .journalStopped(path: LogFormat.journalPath(forPartial: partialPath), code: error.code)
    }
  }

  /// Hands a block to the queue whose entries are in a slot, which it gives back when it is written.
  package func append(
    stepCount: Int, in slot: JournalSlot, _ block: @escaping @Sendable (JournalSlot) -> LogBlock
  ) {
    append(stepCount: stepCount, isInJournal: true) {
      block(slot)
    } whenWritten: { [journal] in
      journal.giveBack(slot)
    }
  }

  /// Gives back a slot that has been replaced by another, or that holds no steps.
  package func giveBack(_ slot: JournalSlot) {
    journal.giveBack(slot)
  }

  /// Hands a block to the queue; waits only while too many blocks are still to be written.
  ///
  /// The block is made on the queue. One that comes after writing has stopped is dropped, and its
  /// steps are counted.
  package func append(stepCount: Int, _ block: @escaping @Sendable () -> LogBlock) {
    append(stepCount: stepCount, isInJournal: false, block) {}
  }

  private func append(
    stepCount: Int, isInJournal: Bool, _ block: @escaping @Sendable () -> LogBlock,
    whenWritten: @escaping @Sendable () -> Void
  ) {
    precondition(
      0...Int(LogFormat.maximumField) ~= stepCount, "a block cannot hold so many steps")
    if slots.wait(timeout: .now()) == .timedOut {
      queue.hurry()
      slots.wait()
    }
    queue.add { [self] in
      let isWritten = update { state in
        state.append(stepCount: stepCount, isInJournal: isInJournal, block)
        return !state.hasStopped
      }
      if isWritten { whenWritten() }
      slots.signal()
    }
  }

  /// Changes the state, and reports the failures of that; on the queue.
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

  /// Hands a block that is there already to the queue.
  package func append(block: LogBlock) {
    append(stepCount: block.stepCount) { block }
  }

  /// Waits until every block that was appended has been handed to the system.
  package func flush() {
    queue.sync { update { $0.check() } }
  }

  /// Waits until every block that was appended is safely on the disk.
  ///
  /// If that fails, writing stops and the failure is told, as with a block.
  package func sync() {
    queue.sync { update { $0.sync() } }
  }

  /// Writes what there is by then as a whole log of another name, and goes on.
  ///
  /// It happens on the writer's queue; `completion` is called there.
  package func snapshot(
    as path: String, completion: @escaping @Sendable (Result<LogSummary, LogWriterError>) -> Void
  ) {
    queue.add { [self] in completion(state.withLock { $0.snapshot(as: path) }) }
    queue.hurry()
  }

  /// Ends the log, gives the file its name, and waits until it is safely on the disk.
  ///
  /// If writing has stopped, or stops now, the file keeps the name it had while it was written, and
  /// the error says how many steps in it are whole.
  package func finish() throws(LogWriterError) -> LogSummary {
    try queue.sync { () throws(LogWriterError) in try update { $0.finish() }.get() }
  }

  /// Closes the file as it is, once every block that was appended has been written.
  package func abandon() {
    queue.sync { state.withLock { $0.abandon() } }
  }

  /// Removes the log in the making, of which nothing is to be kept.
  package func discard() {
    queue.sync { state.withLock { $0.discard() } }
  }
}

/// How a log is written.
package struct LogWriterOptions: Sendable {
  /// Whether a log of the same name, finished or left behind, is replaced.
  package var overwrite: Bool
  /// How hard to compress, from 0, not at all, to 9.
  package var compressionLevel: Int
  /// The longest payload of a block, in bytes.
  package var maximumBlockLength: Int
  /// Adjacent blocks are merged at the end as long as they have no more than this many raw bytes.
  package var mergedBlockLength: Int
  /// How much is kept; all but everything requires the feature `laterStart` in the header.
  package var retention: LogRetention
  /// Makes one payload of those of neighbouring blocks, of which only the first may have a keyframe.
  package var join: @Sendable (_ payloads: [[UInt8]], _ startsWithKeyframe: Bool) -> [UInt8]
  /// How steps are kept until they are in a block.
  package var journal: JournalKind
  /// A caller that appends waits while this many blocks are still to be written.
  package var backlog: Int

  /// How many blocks may wait if nothing else is said.
  package static let backlog = 64

  /// Takes the defaults where nothing is given.
  package init(
    overwrite: Bool = false, compressionLevel: Int = 6,
    maximumBlockLength: Int = Int(LogFormat.maximumField), mergedBlockLength: Int = 64 << 10,
    retention: LogRetention = .everything, backlog: Int = Self.backlog,
    journal: JournalKind = .memoryOnly,
    join: @escaping @Sendable ([[UInt8]], Bool) -> [UInt8] = { payloads, _ in
      Array(payloads.joined())
    }
  ) {
    self.overwrite = overwrite
    self.compressionLevel = compressionLevel
    self.maximumBlockLength = min(maximumBlockLength, Int(LogFormat.maximumField))
    self.mergedBlockLength = mergedBlockLength
    self.retention = retention
    self.join = join
    self.journal = journal
    self.backlog = max(backlog, 1)
  }
}

/// What a finished log came to.
package struct LogSummary: Equatable, Sendable {
  /// Where it is.
  package var path: String
  /// The length of the file.
  package var bytes: UInt64
  /// The number of steps in it.
  package var steps: UInt64
  /// The number of blocks, after small ones have been merged.
  package var blocks: Int

  /// Describes a log by all its parts.
  package init(path: String, bytes: UInt64, steps: UInt64, blocks: Int) {
    self.path = path
    self.bytes = bytes
    self.steps = steps
    self.blocks = blocks
  }
}
