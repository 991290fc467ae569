import ComposableArchitecture
import RecordCoding
import SessionLog

/// The block that is being filled: steps as entries in a slot of the journal.
///
/// An entry is written in two parts. The action is published before the reducer sees it, the rest when
/// the reducer has returned. `Documentation/LogFormat.md`, "The journal", describes the bytes.
struct OpenBlock: ~Copyable {
  /// The number of the first step.
  private(set) var firstStep: UInt64
  /// The number of finished steps.
  private(set) var stepCount = 0

  private var entries: RecordEncoder
  private var slot: JournalSlot
  // At hand, as to look into the slot for each step would retain it.
  private var marks: JournalMarks
  private var isWritten: Bool
  private let log: LogWriter
  private let redaction: Redaction
  /// Where the entry of the step at hand begins, and where its row does.
  private var entryStart = 0
  private var rowStart = 0
  private var distance: UInt64 = 0
  private var elapsed: UInt64 = 0
  /// The bytes that the entries of finished steps take.
  private(set) var length = 0
  /// Why the next step cannot be published, if it cannot.
  private(set) var failure: LogWriterError?
  private var isStopped = false

  /// Begins a block in a slot.
  init(firstStep: UInt64, in slot: JournalSlot, of log: LogWriter, redaction: Redaction) {
    self.firstStep = firstStep
    self.slot = slot
    marks = slot.marks
    isWritten = slot.isWritten
    self.log = log
    self.redaction = redaction
    entries = RecordEncoder()
    open(firstStep: firstStep, in: slot)
  }

  /// Begins the next block in another slot.
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

  /// Whether a value of the step at hand cannot be recorded.
  var hasFailed: Bool { entries.hasFailed || isStopped }

  /// Whether steps of the block are lost, because another program changed the journal.
  @inline(__always)
  var isDamaged: Bool { marks.isDamaged }

  /// The first reason why a value of the step at hand cannot be recorded.
  var encodingFailure: RecordEncodingError? { entries.failure }

  /// Writes the action of a step, which the reducer has not seen yet, and publishes it.
  ///
  /// `distance` is how many steps ago the effect was started that sent the action; 0 if none did.
  @inline(__always)
  mutating func begin(_ action: some Recordable, distance: UInt64, elapsed: UInt64) {
    self.distance = distance
    self.elapsed = elapsed
    beginEntry()
    entries.encode(action)
    if _slowPath(!entries.isBorrowing) { moveToLargerSlot(finished: length) }
    if _slowPath(hasFailed) { return }
    marks.publish(pending: entries.count)
    if _slowPath(isWritten) { slot.writeOut() }
  }

  /// Writes the action of a step of an app with secrets: only the reducer tells what in it is one.
  @inline(never)
  mutating func beginVeiled(_ action: some Recordable, distance: UInt64, elapsed: UInt64) {
    entries.masksText = true
    begin(action, distance: distance, elapsed: elapsed)
    entries.masksText = false
  }

  /// Writes a step without an action: a change of shared state from outside.
  mutating func append(outsideChange change: [UInt8], elapsed: UInt64) {
    (distance, self.elapsed) = (0, elapsed)
    beginEntry()
    finish { row in
      row.append(contentsOf: change)
      return [.outside, .change]
    }
  }

  /// Writes a step without an action: a mark of the app.
  mutating func append(mark text: String, elapsed: UInt64) {
    (distance, self.elapsed) = (0, elapsed)
    beginEntry()
    finish { row in
      row.append(contentsOf: Array(text.utf8))
      return .mark
    }
  }

  @inline(__always)
  private mutating func beginEntry() {
    entryStart = entries.count
    entries.append(word: 0, count: 8)
    if _fastPath(distance == 0 && elapsed < 0x80) {
      // What most steps have, at once: no distance, the time, and the flags that follow later.
      entries.append(word: (elapsed &<< 8).littleEndian, count: 3)
    } else {
      entries.append(varint: distance)
      entries.append(varint: elapsed)
      entries.append(byte: 0)
    }
    rowStart = entries.count &- 1
  }

  /// Writes the rest of the step, whose action has been written, and publishes it as finished.
  ///
  /// `outcome` writes effect and change behind the action, and returns which of them there are.
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

  /// The same, where `writeReads` writes the reads with their length before them, if there are any.
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
    endEntry(rowLength: rowLength)
    if _slowPath(!entries.isBorrowing) {
      moveToLargerSlot(finished: entries.count)
      guard !hasFailed else { return }
    }
    length = entries.count
    marks.publish(finished: length)
    if _slowPath(isWritten) { slot.writeOut() }
    stepCount &+= 1
  }

  /// Writes the whole step once more, behind the action that was published, which is passed over.
  ///
  /// For an app with secrets: only now is known what in the action is one. Until the step is published
  /// as finished, the action that was published first stands where it stood.
  @inline(never)
  mutating func finishAnew(
    _ action: some Recordable, reads: () -> [UInt8]?,
    _ outcome: (inout RecordEncoder) -> StepFlags
  ) {
    let veiled = entryStart
    beginEntry()
    let start = entryStart
    entries.encode(action)
    finishBehind(veiled, start: start, reads: reads, outcome)
  }

  private mutating func finishBehind(
    _ veiled: Int, start: Int, reads: () -> [UInt8]?, _ outcome: (inout RecordEncoder) -> StepFlags
  ) {
    // A row without bytes is passed over. The reader of an unfinished step does not look at it.
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

  /// Goes on in a slot that has room for what did not fit into this one.
  @inline(never)
  private mutating func moveToLargerSlot(finished: Int) {
    do throws(LogWriterError) {
      guard let larger = try log.takeSlot(for: entries.count * 2) else {
        // Of that the log tells.
        isStopped = true
        return
      }
      larger.open(firstStep: firstStep)
      var moved = RecordEncoder(borrowing: larger.entries, capacity: larger.entriesCapacity)
      moved.redaction = redaction
      entries.withUnsafeBytes { moved.append(contentsOf: $0) }
      guard !isDamaged else {
        // The copy has zeros for what is lost; the writer of the block reports that.
        log.giveBack(larger)
        isStopped = true
        return
      }
      // For a moment both have the steps before, and a reader takes the one that has more.
      larger.marks.publish(finished: finished)
      if larger.isWritten { larger.writeOut() }
      entries = moved
      log.giveBack(slot)
      use(larger)
    } catch {
      failure = error
      isStopped = true
    }
  }

  /// The slot, which holds the entries; it is another's when it is handed on.
  var filledSlot: JournalSlot { slot }
}
