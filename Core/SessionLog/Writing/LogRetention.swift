import Dispatch

/// How much of a log is kept while it is written: all of it, or the newest blocks.
///
/// Blocks go at the front, as many as reach up to a keyframe, so that what is left is a whole log with
/// a later start.
package enum LogRetention: Equatable, Sendable {
  /// All blocks.
  case everything
  /// At least so many steps, if the log has them.
  case steps(UInt64)
  /// At least what came in so many milliseconds before the last step.
  case milliseconds(UInt64)
  /// No more than so many bytes, if the newest block and the header have room in them.
  case bytes(UInt64)

  /// How many blocks at the front are to go; `durations` are the milliseconds that their steps took.
  ///
  /// None goes before the log could become larger than it may be, since to cut it is to copy it.
  func excess(in blocks: [BlockInfo], durations: [UInt64], headerLength: UInt64) -> Int {
    guard let limits = ringLimits, let last = blocks.last else { return 0 }
    var start: Int?
    var size: UInt64 = 0
    var (bytes, milliseconds): (UInt64, UInt64) = (0, 0)
    // From the newest block back, to each keyframe with which the log could begin.
    for index in blocks.indices.reversed() {
      let block = blocks[index]
      bytes += UInt64(block.memberLength)
      milliseconds += durations[index]
      guard block.startsWithKeyframe else { continue }
      let sizeWithoutIt = size
      let isWanted: Bool
      switch self {
      case .everything: return 0
      case .steps:
        size = last.lastStep - (block.firstStep - 1)
        isWanted = sizeWithoutIt < limits.asked
      case .milliseconds:
        size = milliseconds
        isWanted = sizeWithoutIt < limits.asked
      case .bytes:
        size = 2 * headerLength + bytes + Self.tailLength(blockCount: blocks.count - index)
        // Room for a while, or the file would be cut again with the next block.
        isWanted = size <= limits.asked - limits.asked / RingLimits.blockCount
      }
      if isWanted || start == nil { start = index }
    }
    return size > limits.mostInFile ? start ?? 0 : 0
  }

  /// The bytes of what a finished log has beside its header, the copy of it and its blocks.
  private static func tailLength(blockCount: Int) -> UInt64 {
    UInt64(LogIndex.prefixLength + LogIndex.Entry.length * blockCount)
      + 3 * UInt64(LogFormat.endMemberLength)
  }
}

extension LogBody {
  /// Removes the blocks that need not be kept: writes the others to a file that takes the log's place.
  ///
  /// Whatever ends the process meanwhile, a whole log has the log's name. If no second file can be
  /// written, the blocks are moved within the file, and the reason is returned. `isSynced` says whether
  /// the new file must be on the disk before it takes the place of one that is.
  mutating func trim(
    to retention: LogRetention, isSynced: Bool
  ) throws(LogWriterStop) -> LogWriterStop? {
    let excess = retention.excess(
      in: blocks, durations: durations, headerLength: headerMemberLength)
    guard excess > 0 else { return nil }
    do throws(LogWriterStop) {
      try replaceFile(without: excess, isSynced: isSynced)
      return nil
    } catch {
      try cut(excess)
      return error
    }
  }

  private mutating func replaceFile(
    without excess: Int, isSynced: Bool
  ) throws(LogWriterStop) {
    guard file.isThere else { throw .removed }
    let replacement = try makeReplacement()
    replacement.takeAccess(of: file.descriptor)
    do throws(LogWriterStop) {
      var trimmed = try copy(without: excess, in: replacement)
      let now = DispatchTime.now().uptimeNanoseconds
      let isQuick = !isSynced && now - lastTrim < Self.trimInterval
      try trimmed.takePlace(of: file, isSynced: isSynced, isQuick: isQuick)
      trimmed.lastTrim = now
      self = trimmed
    } catch {
      replacement.remove()
      throw error
    }
  }

  private func makeReplacement() throws(LogWriterStop) -> LogFile {
    do throws(SystemError) {
      return try .creatingReplacement(of: file)
    } catch {
      throw .system(code: error.code)
    }
  }

  private func copy(without count: Int, in file: LogFile) throws(LogWriterStop) -> LogBody {
    let header = try bytes(at: 0, count: Int(headerMemberLength))
    let members = try members(from: count)
    var copy = LogBody(file, options: options)
    try copy.append(copyOfHeader: header, of: self)
    try copy.append(copiesOf: blocks[count...], members: members, durations: durations[count...])
    return copy
  }

  /// The members of the blocks from one on, as they are in the file.
  private func members(from index: Int) throws(LogWriterStop) -> [UInt8] {
    let start = blocks[index...].first?.offset ?? file.length
    return try bytes(at: start, count: Int(file.length - start))
  }

  /// Removes blocks at the front by moving the others there, which takes no space on the disk.
  ///
  /// A process that is killed meanwhile leaves a damaged block, from which `LogSalvage` continues with
  /// the next.
  private mutating func cut(_ count: Int) throws(LogWriterStop) {
    let members = try members(from: count)
    let kept = (blocks[count...], durations[count...])
    removeBlocks(from: 0)
    let copies = note(copiesOf: kept.0, members: members, durations: kept.1, at: headerMemberLength)
    do throws(SystemError) {
      try file.overwrite(copies, at: headerMemberLength)
    } catch {
      throw .system(code: error.code)
    }
    file.cut(to: headerMemberLength + UInt64(copies.count))
  }

  private func bytes(at offset: UInt64, count: Int) throws(LogWriterStop) -> [UInt8] {
    do throws(SystemError) {
      let bytes = try file.descriptor.read(at: offset, count: count)
      guard bytes.count == count else { throw .nothingWritten }
      return bytes
    } catch {
      throw .system(code: error.code)
    }
  }

  /// A log that is cut again within so many nanoseconds does not wait for the disk.
  private static let trimInterval: UInt64 = 100_000_000

  private mutating func takePlace(
    of old: LogFile, isSynced: Bool, isQuick: Bool
  ) throws(LogWriterStop) {
    do throws(SystemError) {
      if isSynced { try file.sync(withName: false) }
      try file.takePlace(of: old, isQuick: isQuick)
    } catch {
      throw .system(code: error.code)
    }
  }
}
