/// Follows a log while it is being written: each step as soon as it is finished.
///
/// Steps come from the journal, and those that left it before they were read from the blocks of the
/// file. They are given as members, so that what was given first and the members behind it are a log.
package struct LogFollower: Sendable {
  /// Why there is no more to follow.
  package enum Ending: Equatable, Sendable {
    /// The log is whole.
    case finished
    /// Nobody writes it any more, though it was not finished.
    case abandoned
    /// What is in the file cannot be read on.
    case damaged(LogDamage)
  }

  /// What was added to the log.
  package struct News: Sendable {
    /// The blocks that were added.
    package var members: [LogMember] = []
    /// Whether steps before them were missed, so that a reader must begin with the whole log again.
    package var beginsAnew = false
  }

  /// The path of the log.
  package let path: String
  /// Why there is no more to follow; `nil` as long as there may be.
  package private(set) var ending: Ending?
  /// The number of the next step.
  package private(set) var nextStep: UInt64

  private var reader: LogReader
  private let options: LogReaderOptions
  /// What was given of the steps behind the blocks of the file.
  private var tail: [LogMember] = []
  private var cursor = JournalCursor(firstStep: 0)

  /// Opens a log, and reads what there is.
  package init(path: String, options: LogReaderOptions) throws(LogReaderError) {
    self.path = path
    self.options = options
    reader = try Self.open(path, options)
    nextStep = reader.lastStep + 1
    cursor = JournalCursor(firstStep: nextStep)
    _ = readOn()
  }

  /// Whether the log has the state that its steps begin with.
  package var hasBegun: Bool { !reader.blocks.isEmpty }

  /// The length in bytes of all that was followed.
  package var length: UInt64 { lengthInFile + UInt64(tail.reduce(0) { $0 + $1.length }) }

  /// All that was followed as a log, and the number of the member that comes next.
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

  /// A log that has ended is given as the file is, with its index or its damage.
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
    // The journal is followed here, step by step.
    options.blockOfEntries = nil
    return try LogReader(path: path, options: options)
  }
}

// MARK: Reading on

extension LogFollower {
  /// Looks for what was written since.
  package mutating func readOn() -> News {
    var news = News()
    guard ending == nil else { return news }
    // Asked before the file is looked at, so that what is written last is not missed.
    let isBeingWritten = reader.isBeingWritten
    let isNamed = reader.isNamed
    readFile(&news)
    if ending == nil, !isNamed { findElsewhere(&news) }
    guard ending == nil else { return news }
    readJournal(&news)
    if !isBeingWritten, isNamed {
      readUnfinishedStep(&news)
      ending = .abandoned
    }
    return news
  }

  /// Takes the blocks that are new in the file.
  private mutating func readFile(_ news: inout News) {
    let known = reader.blocks.count
    do throws(LogReaderError) {
      try reader.readOn()
    } catch {
      ending = .abandoned
      return
    }
    if reader.blocks.count > known {
      for block in reader.blocks[known...] { take(block, &news) }
      tail.removeAll { [last = reader.lastStep] in $0.lastStep <= last }
    }
    switch reader.damage?.cause {
    case nil: ending = .finished
    case .unfinished: break
    case .truncated where reader.endsWithinBlock: break
    default: ending = reader.damage.map(Ending.damaged)
    }
  }

  /// Goes on in the file that has taken the place of the one whose name is gone: a log without its
  /// first blocks, or the finished one.
  private mutating func findElsewhere(_ news: inout News) {
    let finished =
      path.hasSuffix(LogFormat.partialSuffix)
      ? String(path.dropLast(LogFormat.partialSuffix.count)) : path
    for path in [path, finished] {
      guard let other = try? Self.open(path, options), other.header == reader.header else {
        continue
      }
      reader = other
      for block in other.blocks where block.lastStep >= nextStep { take(block, &news) }
      tail.removeAll { [last = other.lastStep] in $0.lastStep <= last }
      if other.state == .whole { ending = .finished }
      return
    }
    ending = .abandoned
  }

  private mutating func take(_ block: BlockInfo, _ news: inout News) {
    if block.firstStep > nextStep {
      // The steps between were cut off before they were read.
      news = News(beginsAnew: true)
      nextStep = block.lastStep + 1
    } else if block.firstStep == nextStep {
      guard let bytes = try? reader.source.read(at: block.offset, count: block.memberLength),
        let member = LogMember(bytes)
      else {
        news.beginsAnew = true
        nextStep = block.lastStep + 1
        return
      }
      add(member, &news)
    } else if block.lastStep >= nextStep {
      let count = Int(nextStep - block.firstStep)
      guard let payload = try? reader.payload(of: block),
        let rest = options.payloadBehind?(payload, block.startsWithKeyframe, count),
        let member = LogMember(
          LogBlock(
            bytes: rest, firstStep: nextStep, stepCount: block.stepCount - count,
            startsWithKeyframe: false), binding: reader.source.binding ?? 0)
      else {
        news.beginsAnew = true
        nextStep = block.lastStep + 1
        return
      }
      add(member, &news)
    }
  }

  private mutating func add(_ member: LogMember, _ news: inout News) {
    news.members.append(member)
    tail.append(member)
    nextStep = member.lastStep + 1
  }
}

// MARK: The journal

extension LogFollower {
  private mutating func readJournal(_ news: inout News) {
    guard let binding = reader.source.binding,
      let journal = JournalReader(beside: path, binding: binding)
    else { return }
    if cursor.firstStep < reader.lastStep + 1 {
      cursor = JournalCursor(firstStep: reader.lastStep + 1)
    }
    repeat {
      guard let entries = journal.entries(behind: cursor) else { continue }
      cursor.offset = entries.end
      take(JournalEntries(firstStep: nextStep, finished: entries.bytes, unfinished: []), &news)
    } while journal.hasBlock(at: nextStep) && cursor.advance(to: nextStep)
  }

  /// Takes the step that was being reduced when the app ended.
  private mutating func readUnfinishedStep(_ news: inout News) {
    guard let binding = reader.source.binding,
      let journal = JournalReader(beside: path, binding: binding),
      let bytes = journal.unfinishedEntry(behind: cursor)
    else { return }
    take(JournalEntries(firstStep: nextStep, finished: [], unfinished: bytes), &news)
  }

  private mutating func take(_ entries: JournalEntries, _ news: inout News) {
    guard let block = options.blockOfEntries?(entries), block.stepCount > 0,
      !block.firstStep.addingReportingOverflow(UInt64(block.stepCount)).overflow,
      let member = LogMember(block, binding: reader.source.binding ?? 0)
    else { return }
    // What follows an entry that cannot be read comes from the file, if it comes at all.
    if block.isTorn { cursor.offset = .max }
    add(member, &news)
  }
}
