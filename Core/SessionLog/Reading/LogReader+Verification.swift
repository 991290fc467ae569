extension LogReader {
  /// Reads every byte of the log, and gives the first damage; `nil` if it is whole.
  ///
  /// The index is not believed: the members are gone through one by one.
  package func verify() -> LogDamage? {
    for block in blocksInFile {
      do throws(LogDamage) {
        _ = try source.wholePayload(of: block)
      } catch {
        return error
      }
    }
    if case .damaged(let damage) = state { return damage }
    return LogScan(source, from: UInt64(headerLength)).damage
  }

  /// The damage of the copy of the header, which no step needs; `nil` if it is whole, or there is none.
  package func headerCopyDamage() -> LogDamage? {
    guard case .whole = state, let index = blocks.last?.end else { return nil }
    var offset = index
    do throws(LogDamage.Cause) {
      offset += UInt64(try source.header(at: index).memberLength)
      let copy = try source.header(at: offset)
      guard copy.kind == .headerCopy else { return nil }
      let (_, checksum) = try source.checkedPayload(of: copy, at: offset)
      guard checksum == copy.binding else { throw .otherHeader }
      return nil
    } catch {
      return LogDamage(cause: error, part: .headerCopy, offset: offset, wholeSteps: stepCount)
    }
  }

  /// The number of steps before the first damage, found by inflating every block.
  package func wholeStepCount() -> UInt64 {
    verify()?.wholeSteps ?? stepCount
  }
}

extension LogReader {
  /// Whether a recorder has the file open.
  ///
  /// A recorder that begins at this very moment to write over the file waits for the answer.
  package var isBeingWritten: Bool { !isInArchive && source.file.isLockedByAnother }

  /// Whether a recorder has a file open, which need not have become a log yet.
  package static func isBeingWritten(path: String) -> Bool {
    guard let source = try? open(path, LogReaderOptions()), source.archiveStart == nil else {
      return false
    }
    return source.file.isLockedByAnother
  }

  /// Whether the log is in a tar, where nobody writes it.
  package var isInArchive: Bool { source.archiveStart != nil }

  /// Whether the path still names this file; the name goes away when the recording is finished.
  package var isNamed: Bool { isInArchive || source.file.isNamed(path) }

  /// Whether a block is not there to its end, as when it is just being written.
  package var endsWithinBlock: Bool {
    guard case .damaged(let damage) = state, damage.block != nil,
      case .truncated = damage.cause
    else { return false }
    return true
  }

  /// Looks for what has been written to the file since it was read.
  package mutating func readOn() throws(LogReaderError) {
    do throws(SystemError) {
      fileLength = try source.currentLength()
    } catch {
      throw .cannotOpen(path: path, code: error.code)
    }
    source.fileLength = fileLength
    let known = Array(blocksInFile)
    let scan = LogScan(source, from: known.last?.end ?? UInt64(headerLength), after: known)
    blocks = scan.blocks
    state = scan.damage.map(LogState.damaged) ?? .whole
    journal = JournalBlocks()
    readJournal()
  }
}
