/// The blocks that are in the journal of a log, and not in the log yet.
struct JournalBlocks: Sendable {
  /// The blocks, in order.
  var blocks: [LogBlock] = []
  /// Whether the last step of the last block was being reduced when the process ended.
  var endsUnfinished = false
  /// How many blocks of the log stand before them.
  var start = 0
  /// Where the journal cannot be read on, if it cannot.
  var tear: JournalTear?
}

extension LogReader {
  /// The number of the step that was being reduced when the app ended; `nil` if it was reducing none.
  package var unfinishedStep: UInt64? { journal.endsUnfinished ? lastStep : nil }

  /// Where the journal of a log in the making cannot be read on, as a loss of power may leave it;
  /// `nil` if all of it was read.
  package var journalTear: JournalTear? { journal.tear }

  /// Whether the last steps stand in the journal, and not in the file yet.
  package var endsInJournal: Bool { !journal.blocks.isEmpty }

  /// Whether a block stands in the journal, and not in the file yet.
  package func isInJournal(blockAt index: Int) -> Bool {
    !journal.blocks.isEmpty && index >= journal.start
  }

  /// The blocks of the file, without those of the journal.
  var blocksInFile: ArraySlice<BlockInfo> {
    journal.blocks.isEmpty ? blocks[...] : blocks.prefix(journal.start)
  }

  /// Adds the blocks of the journal beside a log that ends without damage, or in a torn block.
  ///
  /// While a recorder is at work, a block may leave the journal for the file after the file was read;
  /// then the steps behind it show that it is there by now.
  mutating func readJournal() {
    for _ in 0..<Self.mostAttempts {
      guard case .damaged(let damage) = state, damage.isUnfinished else { return }
      let found = journalBlocks(after: lastStep)
      // Nothing comes into a gap behind an entry that cannot be read.
      if found.isComplete || found.tear != nil {
        take(found, from: damage)
        return
      }
      guard let length = try? source.currentLength() else { return }
      (fileLength, source.fileLength) = (length, length)
      let scan = LogScan(source, from: blocks.last?.end ?? UInt64(headerLength), after: blocks)
      blocks = scan.blocks
      state = scan.damage.map(LogState.damaged) ?? .whole
    }
  }

  /// How often the file is read on for blocks that have left the journal.
  private static let mostAttempts = 10

  private mutating func take(_ found: Continuation, from damage: LogDamage) {
    journal = JournalBlocks(blocks: found.blocks, start: blocks.count, tear: found.tear)
    journal.endsUnfinished = journal.blocks.last?.endsUnfinished ?? false
    for block in journal.blocks {
      let last = blocks.last
      blocks.append(
        BlockInfo(
          offset: last?.end ?? UInt64(headerLength), memberLength: 0,
          rawLength: block.bytes.count, firstStep: block.firstStep, stepCount: block.stepCount,
          startsWithKeyframe: false, missingSteps: last?.missingSteps ?? 0,
          sequence: blocks.count + 1))
    }
    guard !journal.blocks.isEmpty else { return }
    // What is torn in the file is whole in the journal.
    state = .damaged(
      LogDamage(
        cause: .unfinished, part: .end, offset: damage.offset, wholeSteps: stepCount))
  }

  /// What the journal holds behind a step.
  struct Continuation {
    /// The blocks that follow on the step, one on the other.
    var blocks: [LogBlock] = []
    /// Whether no block stands behind a gap.
    var isComplete = true
    /// The last step that is in the journal, if any is.
    var lastStep: UInt64?
    /// Where the journal cannot be read on.
    var tear: JournalTear?
  }

  /// The blocks of the journal that go on behind a step.
  func journalBlocks(after step: UInt64) -> Continuation {
    var found = Continuation()
    guard let blockOfEntries, let binding = source.binding,
      let reader = JournalReader(beside: path, binding: binding)
    else { return found }
    var next = step + 1
    for slot in reader.slots() {
      if slot.firstStep > next { found.isComplete = false }
      guard let block = blockOfEntries(slot),
        // A recorder never comes so far; a hostile file may say so.
        !slot.firstStep.addingReportingOverflow(UInt64(block.stepCount)).overflow
      else { continue }
      if block.stepCount > 0 { found.lastStep = max(found.lastStep ?? 0, block.lastStep) }
      guard slot.firstStep == next else { continue }
      found.tear = block.isTorn ? JournalTear(lastStep: block.lastStep) : nil
      guard block.stepCount > 0 else { continue }
      found.blocks.append(block)
      next = block.lastStep + 1
    }
    if let lastStep = found.lastStep, lastStep >= next { found.tear?.lastKnownStep = lastStep }
    return found
  }

  /// The payload of a block of the journal; `nil` if the block is in the file.
  func journalPayload(of block: BlockInfo) -> [UInt8]? {
    let index = block.sequence - 1 - journal.start
    return journal.blocks.indices.contains(index) ? journal.blocks[index].bytes : nil
  }
}

extension LogDamage {
  /// Whether the file ends where a recorder that was ended could have left it.
  fileprivate var isUnfinished: Bool {
    switch cause {
    case .unfinished: true
    case .truncated: block != nil
    default: false
    }
  }
}
