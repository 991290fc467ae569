/// The blocks in the journal of a log that are not in the log yet.
struct JournalBlocks: Sendable {
  var blocks: [LogBlock] = []
  /// Whether the last step of the last block was being reduced when the process ended.
  var endsUnfinished = false
  /// The number of blocks in the file, which precede the blocks of the journal.
  var start = 0
  var tear: JournalTear?
}

extension LogReader {
  /// The number of the step that was being reduced when the app ended, or `nil` if there was none.
  package var unfinishedStep: UInt64? { journal.endsUnfinished ? lastStep : nil }

  /// The point at which the journal becomes unreadable, for example after a loss of power, if any.
  package var journalTear: JournalTear? { journal.tear }

  /// Whether the last steps are in the journal and not in the file yet.
  package var endsInJournal: Bool { !journal.blocks.isEmpty }

  /// Returns whether a block is in the journal and not in the file yet.
  package func isInJournal(blockAt index: Int) -> Bool {
    !journal.blocks.isEmpty && index >= journal.start
  }

  var blocksInFile: ArraySlice<BlockInfo> {
    journal.blocks.isEmpty ? blocks[...] : blocks.prefix(journal.start)
  }

  /// Adds the blocks of the journal beside a log that ends without damage, or in a torn block.
  ///
  /// While a recorder is writing, a block may move from the journal to the file after the file was
  /// read. Later steps in the journal then show that it has moved.
  mutating func readJournal() {
    for _ in 0..<Self.maxAttempts {
      guard case .damaged(let damage) = state, damage.isUnfinished else { return }
      let found = journalBlocks(after: lastStep)
      // Nothing fills a gap after an entry that cannot be read.
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

  /// The maximum number of times to read the file again for blocks that have left the journal.
  private static let maxAttempts = 10

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
    // A block that is torn in the file is whole in the journal.
    state = .damaged(
      LogDamage(
        cause: .unfinished, part: .end, offset: damage.offset, wholeSteps: stepCount))
  }

  struct Continuation {
    var blocks: [LogBlock] = []
    var isComplete = true
    var lastStep: UInt64?
    var tear: JournalTear?
  }

  /// Returns the blocks of the journal that continue the log after a step.
  func journalBlocks(after step: UInt64) -> Continuation {
    var found = Continuation()
    guard let blockOfEntries, let binding = source.binding,
      let reader = JournalReader(beside: path, binding: binding)
    else { return found }
    var next = step + 1
    let (slots, isShortened) = reader.slots()
    for slot in slots {
      if slot.firstStep > next { found.isComplete = false }
      guard let block = blockOfEntries(slot),
        // A recorder never gets that far, but a hostile file may claim so.
        !slot.firstStep.addingReportingOverflow(UInt64(block.stepCount)).overflow
      else { continue }
      if block.stepCount > 0 { found.lastStep = max(found.lastStep ?? 0, block.lastStep) }
      guard slot.firstStep == next else { continue }
      found.tear = block.isTorn ? JournalTear(lastStep: block.lastStep) : nil
      // A block without steps may have events of effects.
      guard block.stepCount > 0 || !block.bytes.isEmpty else { continue }
      found.blocks.append(block)
      next = block.lastStep + 1
    }
    // A recorder creates the journal before the first block.
    if isShortened, found.tear == nil, !blocks.isEmpty {
      found.tear = JournalTear(lastStep: next - 1)
    }
    if let lastStep = found.lastStep, lastStep >= next { found.tear?.lastKnownStep = lastStep }
    return found
  }

  func journalPayload(of block: BlockInfo) -> [UInt8]? {
    let index = block.sequence - 1 - journal.start
    return journal.blocks.indices.contains(index) ? journal.blocks[index].bytes : nil
  }
}

extension LogDamage {
  /// Whether the file ends where a recorder that was killed could have left it.
  fileprivate var isUnfinished: Bool {
    switch cause {
    case .unfinished: true
    case .truncated: block != nil
    default: false
    }
  }
}
