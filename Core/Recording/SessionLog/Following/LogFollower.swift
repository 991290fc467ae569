import Platform

/// A reader of a log that is being written, which returns each step as soon as it is finished.
///
/// Steps are read from the journal or, if they have already left it, from the blocks of the file.
/// They are returned as members. The initial contents and these members together form a log.
package struct LogFollower: Sendable {
  package enum Ending: Equatable, Sendable {
    case finished
    /// The log was not finished, and no process is writing it any longer.
    case abandoned
    /// The file cannot be read beyond this damage.
    case damaged(LogDamage)
  }

  package struct Updates: Sendable {
    package var members: [LogMember] = []
    /// Whether earlier steps were missed. The reader must then restart with the whole log.
    package var requiresRestart = false
  }

  package let path: String
  package private(set) var ending: Ending?
  package private(set) var nextStep: UInt64

  private var reader: LogReader
  private let options: LogReaderOptions
  /// The members that were returned and are not in blocks of the file yet.
  private var tail: [LogMember] = []
  private var cursor = JournalCursor(firstStep: 0)

  package init(path: String, options: LogReaderOptions) throws(LogReaderError) {
    self.path = path
    self.options = options
    reader = try Self.open(path, options)
    nextStep = reader.lastStep + 1
    cursor = JournalCursor(firstStep: nextStep)
    _ = readUpdates()
  }

  /// Whether the log contains the initial state.
  package var hasBegun: Bool { !reader.blocks.isEmpty }

  package var length: UInt64 { lengthInFile + UInt64(tail.reduce(0) { $0 + $1.length }) }

  /// Returns everything that was read as a log, and the index of the next member.
  package func contents() throws(LogReaderError) -> (bytes: [UInt8], nextSequence: UInt32) {
    var bytes: [UInt8]
    do throws(SystemError) {
      bytes = try reader.source.fileBytes(at: 0, count: Int(clamping: lengthInFile))
    } catch {
      throw .cannotOpen(path: path, code: error.code)
    }
    var sequence = UInt32(reader.blocks.count + 1)
    for member in tail {
      bytes += member.bytes(sequence: sequence)
      sequence += 1
    }
    return (bytes, sequence)
  }

  /// The length of the contents in the file, including the index or damage at its end.
  private var lengthInFile: UInt64 {
    switch ending {
    case .finished, .damaged: reader.fileLength
    case nil, .abandoned: reader.blocks.last?.end ?? UInt64(reader.headerLength)
    }
  }

  private static func open(
    _ path: String, _ options: LogReaderOptions
  ) throws(LogReaderError) -> LogReader {
    var options = options
    // The follower reads the journal itself, step by step.
    options.blockOfEntries = nil
    return try LogReader(path: path, options: options)
  }
}

extension LogFollower {
  package mutating func readUpdates() -> Updates {
    var updates = Updates()
    guard ending == nil else { return updates }
    // Check this before reading the file. Otherwise, the last writes could be missed.
    let isBeingWritten = reader.isBeingWritten
    let isNamed = reader.isNamed
    readFile(&updates)
    if ending == nil, !isNamed { findElsewhere(&updates) }
    guard ending == nil else { return updates }
    readJournal(&updates)
    if !isBeingWritten, isNamed {
      readUnfinishedStep(&updates)
      ending = .abandoned
    }
    return updates
  }

  private mutating func readFile(_ updates: inout Updates) {
    let known = reader.blocks.count
    do throws(LogReaderError) {
      try reader.refresh()
    } catch {
      ending = .abandoned
      return
    }
    if reader.blocks.count > known {
      for block in reader.blocks[known...] { take(block, &updates) }
      tail.removeAll { [last = reader.lastStep] in $0.lastStep <= last }
    }
    switch reader.damage?.cause {
    case nil: ending = .finished
    case .unfinished: break
    case .truncated where reader.endsWithinBlock: break
    default: ending = reader.damage.map(Ending.damaged)
    }
  }

  /// Continues with the file that replaced this one: a trimmed log, or the finished log.
  private mutating func findElsewhere(_ updates: inout Updates) {
    for path in [path, LogFile.finishedPath(of: path)] {
      guard let other = try? Self.open(path, options), other.isSameRecording(as: reader) else {
        continue
      }
      let isSameHeader = other.header == reader.header
      reader = other
      for block in other.blocks where block.lastStep >= nextStep {
        // Members after a different header do not continue the returned members.
        if isSameHeader { take(block, &updates) } else { restart(after: block, &updates) }
      }
      tail.removeAll { [last = other.lastStep] in $0.lastStep <= last }
      if other.state == .whole { ending = .finished }
      return
    }
    ending = .abandoned
  }

  private mutating func take(_ block: BlockInfo, _ updates: inout Updates) {
    if block.firstStep > nextStep {
      // The steps in between were removed before they were read.
      restart(after: block, &updates)
    } else if block.firstStep == nextStep {
      guard let bytes = try? reader.source.read(at: block.offset, count: block.memberLength),
        let member = LogMember(bytes)
      else { return restart(after: block, &updates) }
      add(member, &updates)
    } else if block.lastStep >= nextStep {
      let count = Int(nextStep - block.firstStep)
      guard let payload = try? reader.payload(of: block),
        let rest = options.payloadAfter?(payload, block.startsWithKeyframe, count),
        let member = LogMember(
          LogBlock(
            bytes: rest, firstStep: nextStep, stepCount: block.stepCount - count,
            startsWithKeyframe: false), binding: reader.source.binding ?? 0)
      else { return restart(after: block, &updates) }
      add(member, &updates)
    }
  }

  private mutating func restart(after block: BlockInfo, _ updates: inout Updates) {
    updates = Updates(requiresRestart: true)
    nextStep = block.lastStep + 1
  }

  private mutating func add(_ member: LogMember, _ updates: inout Updates) {
    updates.members.append(member)
    tail.append(member)
    nextStep = member.lastStep + 1
  }
}

extension LogFollower {
  private mutating func readJournal(_ updates: inout Updates) {
    guard let binding = reader.source.binding,
      let journal = JournalReader(beside: path, binding: binding)
    else { return }
    if cursor.firstStep < reader.lastStep + 1 {
      cursor = JournalCursor(firstStep: reader.lastStep + 1)
    }
    repeat {
      guard let entries = journal.entries(after: cursor) else { continue }
      cursor.offset = entries.end
      take(JournalEntries(firstStep: nextStep, finished: entries.bytes, unfinished: []), &updates)
    } while journal.hasBlock(at: nextStep) && cursor.advance(to: nextStep)
  }

  private mutating func readUnfinishedStep(_ updates: inout Updates) {
    guard let binding = reader.source.binding,
      let journal = JournalReader(beside: path, binding: binding),
      let bytes = journal.unfinishedEntry(after: cursor)
    else { return }
    take(JournalEntries(firstStep: nextStep, finished: [], unfinished: bytes), &updates)
  }

  private mutating func take(_ entries: JournalEntries, _ updates: inout Updates) {
    guard let block = options.blockOfEntries?(entries), block.stepCount > 0,
      !block.firstStep.addingReportingOverflow(UInt64(block.stepCount)).overflow,
      let member = LogMember(block, binding: reader.source.binding ?? 0)
    else { return }
    // Steps after an unreadable entry come from the file, if at all.
    if block.isTorn { cursor.offset = .max }
    add(member, &updates)
  }
}
