import Dispatch
import Platform

/// The part of a log that is kept while it is written: all of it, or the newest blocks.
///
/// Blocks are removed up to a keyframe. The rest is then a whole log with a later start.
package enum LogRetention: Equatable, Sendable {
  case everything
  /// At least this many steps, if the log has them.
  case steps(UInt64)
  /// The steps of at least this many milliseconds before the newest step.
  case milliseconds(UInt64)
  /// At most this many bytes, unless the header and the newest block take more.
  case bytes(UInt64)

  /// Returns the number of blocks to remove at the front. `durations` are in milliseconds.
  ///
  /// Returns 0 until the log might exceed its limit, since removing blocks means copying the rest.
  func excess(in blocks: [BlockInfo], durations: [UInt64], headerLength: UInt64) -> Int {
    guard let limits = ringLimits, let last = blocks.last else { return 0 }
    var start: Int?
    var size: UInt64 = 0
    var (bytes, milliseconds): (UInt64, UInt64) = (0, 0)
    // Search from the newest block back for keyframes with which the log could begin.
    for index in blocks.indices.reversed() {
      let block = blocks[index]
      bytes += UInt64(block.memberLength)
      milliseconds += durations[index]
      guard block.startsWithKeyframe else { continue }
      let sizeBefore = size
      let isWanted: Bool
      switch self {
      case .everything: return 0
      case .steps:
        size = last.lastStep - (block.firstStep - 1)
        isWanted = sizeBefore < limits.requested
      case .milliseconds:
        size = milliseconds
        isWanted = sizeBefore < limits.requested
      case .bytes:
        size = 2 * headerLength + bytes + Self.tailLength(blockCount: blocks.count - index)
        // Leave some space, or the next block would require another cut.
        isWanted = size <= limits.requested - limits.requested / RingLimits.blockCount
      }
      if isWanted || start == nil { start = index }
    }
    return size > limits.maxInFile ? start ?? 0 : 0
  }

  /// Returns the length of a finished log without its header, the header's copy, and its blocks.
  private static func tailLength(blockCount: Int) -> UInt64 {
    UInt64(LogIndex.prefixLength + LogIndex.Entry.length * blockCount)
      + 3 * UInt64(LogFormat.endMemberLength)
  }
}

extension LogBody {
  /// Removes the blocks that need not be kept, by writing the others to a new file.
  ///
  /// A whole log has the log's name at all times, even if the process is killed. If no second file
  /// can be written, the blocks are moved within the file, and the reason is returned. `isSynced`
  /// indicates whether the old file is on disk. The new file must then be on disk, too, before it
  /// replaces the old one.
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
    guard file.exists else { throw .removed }
    let replacement = try makeReplacement()
    replacement.takeAccess(of: file.descriptor)
    do throws(LogWriterStop) {
      var trimmed = try copy(without: excess, in: replacement)
      let now = DispatchTime.now().uptimeNanoseconds
      let isQuick = !isSynced && now - lastTrim < Self.trimInterval
      try trimmed.replace(file, isSynced: isSynced, isQuick: isQuick)
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

  private func members(from index: Int) throws(LogWriterStop) -> [UInt8] {
    let start = blocks[index...].first?.offset ?? file.length
    return try bytes(at: start, count: Int(file.length - start))
  }

  /// Needs no disk space. If the process is killed, a block is damaged, which `LogSalvage` skips.
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

  /// A trim within this many nanoseconds after the previous one does not wait for the disk.
  private static let trimInterval: UInt64 = 100_000_000

  private mutating func replace(
    _ old: LogFile, isSynced: Bool, isQuick: Bool
  ) throws(LogWriterStop) {
    do throws(SystemError) {
      if isSynced { try file.sync(withName: false) }
      try file.replace(old, isQuick: isQuick)
    } catch {
      throw .system(code: error.code)
    }
  }
}
