import RecordCoding
import ReducerRuntime
import SessionLog
import SessionModel

/// The block that is being filled, whose steps are entries in a slot of the journal.
///
/// The action is published before the reducer receives it, and the rest when the reducer has
/// returned. "The journal" in `Documentation/Reference/LogFormat.md` describes the bytes.
struct OpenBlock: ~Copyable {
  private(set) var firstStep: UInt64
  private(set) var stepCount = 0

  private var entries: RecordEncoder
  private var slot: JournalSlot
  // Stored here, because accessing the slot for each step would retain it.
  private var marks: JournalMarks
  private var isWritten: Bool
  private let log: LogWriter
  private let redaction: RedactionMode
  /// The start of the current step's entry, and the start of its row.
  private var entryStart = 0
  private var rowStart = 0
  private var distance: UInt64 = 0
  private var elapsed: UInt64 = 0
  /// The number of bytes in the entries of finished steps.
  private(set) var length = 0
  private(set) var failure: LogWriterError?
  private var isStopped = false

  init(firstStep: UInt64, in slot: JournalSlot, of log: LogWriter, redaction: RedactionMode) {
    self.firstStep = firstStep
    self.slot = slot
    marks = slot.marks
    isWritten = slot.isWritten
    self.log = log
    self.redaction = redaction
    entries = RecordEncoder()
    open(firstStep: firstStep, in: slot)
  }

  mutating func open(firstStep: UInt64, in slot: JournalSlot) {
    self.firstStep = firstStep
    use(slot)
    stepCount = 0
    length = 0
    slot.open(firstStep: firstStep)
    entries = RecordEncoder(borrowing: slot.entries, capacity: slot.entriesCapacity)
    entries.redaction = redaction
  }

  private mutating func use(_ slot: JournalSlot) {
    self.slot = slot
    marks = slot.marks
    isWritten = slot.isWritten
  }

  /// Whether the block has only events. A reader accepts few consecutive blocks without steps, so
  /// such a block grows until a step follows.
  var isGrowing: Bool { stepCount == 0 && length > 0 && !hasFailed }

  /// Whether a value of the current step cannot be recorded.
  var hasFailed: Bool { entries.hasFailed || isStopped }

  /// Whether steps of the block are lost because another program changed the journal.
  @inline(__always)
  var isDamaged: Bool { marks.isDamaged }

  /// The first reason a value of the current step cannot be recorded.
  var encodingFailure: RecordEncodingError? { entries.failure }

  /// Writes and publishes the action of a step, before the reducer receives it.
  ///
  /// `distance` is the number of steps since the effect that sent the action started, or 0.
  /// `objects` are the objects of the state, if the log describes the references of actions.
  @inline(__always)
  mutating func begin(
    _ action: some Recordable, in objects: NumberedObjects?, distance: UInt64, elapsed: UInt64
  ) {
    self.distance = distance
    self.elapsed = elapsed
    beginEntry()
    write(action, in: objects)
    if _slowPath(!entries.isBorrowing) { moveToLargerSlot(finished: length) }
    if _slowPath(hasFailed) { return }
    marks.publish(pending: entries.count)
    if _slowPath(isWritten) { slot.writeOut() }
  }

  /// Writes an action with veiled text, since the secrets in it are known only after it is reduced.
  @inline(never)
  mutating func beginVeiled(
    _ action: some Recordable, in objects: NumberedObjects?, distance: UInt64, elapsed: UInt64
  ) {
    entries.masksText = true
    begin(action, in: objects, distance: distance, elapsed: elapsed)
    entries.masksText = false
  }

  @inline(__always)
  private mutating func write(_ action: some Recordable, in objects: NumberedObjects?) {
    if _slowPath(objects != nil), let objects {
      entries.encode(action, referringTo: objects)
    } else {
      entries.encode(action)
    }
  }

  mutating func append(outsideChange change: [UInt8], elapsed: UInt64) {
    (distance, self.elapsed) = (0, elapsed)
    beginEntry()
    finish { row in
      row.append(contentsOf: change)
      return [.outside, .change]
    }
  }

  mutating func append(mark text: String, elapsed: UInt64) {
    (distance, self.elapsed) = (0, elapsed)
    beginEntry()
    finish { row in
      row.append(contentsOf: Array(text.utf8))
      return .mark
    }
  }

  /// Adds an event of an effect between steps. `elapsed` counts from the last step.
  mutating func append(event: UnsafeRawBufferPointer, elapsed: UInt64) {
    (distance, self.elapsed) = (0, elapsed)
    beginEntry()
    entries.append(contentsOf: event)
    entries.replaceByte(at: rowStart, with: StepFlags.event.rawValue)
    publish(rowLength: entries.count - rowStart)
  }

  @inline(__always)
  private mutating func beginEntry() {
    entryStart = entries.count
    entries.append(word: 0, count: 8)
    if _fastPath(distance == 0 && elapsed < 0x80) {
      // Most steps have no distance and a short time. Write both, and space for flags, in one
      // piece.
      entries.append(word: (elapsed &<< 8).littleEndian, count: 3)
    } else {
      entries.append(varint: distance)
      entries.append(varint: elapsed)
      entries.append(byte: 0)
    }
    rowStart = entries.count &- 1
  }

  /// Publishes the step. `outcome` writes effect and change, if any, and returns their flags.
  @inline(__always)
  mutating func finish(
    reads: [UInt8]? = nil, _ outcome: (inout RecordEncoder) -> StepFlags
  ) {
    finish(hasReads: reads != nil) {
      $0.append(counted: reads ?? [])
    } _: {
      outcome(&$0)
    }
  }

  /// Publishes the step. `writeReads` writes its reads, if any, preceded by their length.
  @inline(__always)
  mutating func finish(
    hasReads: Bool, writeReads: (inout RecordEncoder) -> Void,
    _ outcome: (inout RecordEncoder) -> StepFlags
  ) {
    var flags = outcome(&entries)
    if _slowPath(hasFailed) { return }
    if distance != 0 { flags.insert(.received) }
    let rowLength = entries.count &- rowStart
    if hasReads {
      flags.insert(.reads)
      writeReads(&entries)
    }
    entries.replaceByte(at: rowStart, with: flags.rawValue)
    if publish(rowLength: rowLength) { stepCount &+= 1 }
  }

  /// Ends the entry and publishes it. Returns `false` if it cannot be written.
  @inline(__always)
  @discardableResult
  private mutating func publish(rowLength: Int) -> Bool {
    endEntry(rowLength: rowLength)
    if _slowPath(!entries.isBorrowing) {
      moveToLargerSlot(finished: entries.count)
      guard !hasFailed else { return false }
    }
    length = entries.count
    marks.publish(finished: length)
    if _slowPath(isWritten) { slot.writeOut() }
    return true
  }

  /// Writes the whole step again after the published action, which readers then skip.
  ///
  /// Only now are the secrets in the action known. Until the step is published as finished, the
  /// first action stays in place.
  @inline(never)
  mutating func finishReplacing(
    _ action: some Recordable, in objects: NumberedObjects?, reads: () -> [UInt8]?,
    _ outcome: (inout RecordEncoder) -> StepFlags
  ) {
    let veiled = entryStart
    beginEntry()
    let start = entryStart
    write(action, in: objects)
    finishSkipping(veiled, start: start, reads: reads, outcome)
  }

  private mutating func finishSkipping(
    _ veiled: Int, start: Int, reads: () -> [UInt8]?, _ outcome: (inout RecordEncoder) -> StepFlags
  ) {
    // A row without bytes is skipped. The reader of an unfinished step ignores the row length.
    entries.replaceWord(at: veiled, with: UInt64(start - veiled) << 32)
    finish(reads: reads(), outcome)
  }

  @inline(__always)
  private mutating func endEntry(rowLength: Int) {
    let length = entries.count &- entryStart
    entries.replaceWord(
      at: entryStart,
      with: UInt64(truncatingIfNeeded: rowLength) | UInt64(truncatingIfNeeded: length) &<< 32)
  }

  /// Continues in a slot with space for the bytes that did not fit into this one.
  @inline(never)
  private mutating func moveToLargerSlot(finished: Int) {
    do throws(LogWriterError) {
      guard let larger = try log.takeSlot(for: entries.count * 2) else {
        // The log reports the reason.
        isStopped = true
        return
      }
      larger.open(firstStep: firstStep)
      var moved = RecordEncoder(borrowing: larger.entries, capacity: larger.entriesCapacity)
      moved.redaction = redaction
      entries.withUnsafeBytes { moved.append(contentsOf: $0) }
      guard !isDamaged else {
        // The copy has zeros in place of the lost bytes. The writer of the block reports the loss.
        log.release(larger)
        isStopped = true
        return
      }
      // For a moment, both slots have the earlier steps, and a reader uses the one with more.
      larger.marks.publish(finished: finished)
      if larger.isWritten { larger.writeOut() }
      entries = moved
      log.release(slot)
      use(larger)
    } catch {
      failure = error
      isStopped = true
    }
  }

  /// The slot with the entries, which is no longer this block's once it is passed on.
  var filledSlot: JournalSlot { slot }
}
