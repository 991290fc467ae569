import Platform

extension LogReader {
  /// Checks all members one by one, without relying on the index, and counts the steps of blocks.
  package func verify() -> LogDamage? {
    for block in blocksInFile {
      do throws(LogDamage) {
        try source.checkSteps(of: block)
      } catch {
        return error
      }
    }
    if case .damaged(let damage) = state { return damage }
    return LogScan(source, from: UInt64(headerLength)).damage
  }

  /// Returns the damage to the copy of the header, which no step needs, if there is any.
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

  /// Returns the number of steps before the first damage. Inflates every block.
  package func wholeStepCount() -> UInt64 {
    verify()?.wholeSteps ?? stepCount
  }
}

extension LogReader {
  /// A recorder that is just about to overwrite the file waits until this check is over.
  package var isBeingWritten: Bool { !isInArchive && source.file.isLockedByAnother }

  /// Returns whether a recorder has a file open. The file need not be a valid log yet.
  package static func isBeingWritten(path: String) -> Bool {
    guard let source = try? open(path, LogReaderOptions()), source.archiveStart == nil else {
      return false
    }
    return source.file.isLockedByAnother
  }

  package var isInArchive: Bool { source.archiveStart != nil }

  /// Whether the path still refers to this file. When a recording is finished, its file is renamed.
  package var isNamed: Bool { isInArchive || source.file.isNamed(path) }

  /// Whether the last block is incomplete, for example because it is being written.
  package var endsWithinBlock: Bool {
    guard case .damaged(let damage) = state, damage.block != nil,
      case .truncated = damage.cause
    else { return false }
    return true
  }

  package mutating func refresh() throws(LogReaderError) {
    do throws(SystemError) {
      fileLength = try source.currentLength()
    } catch {
      throw .cannotOpen(path: path, code: error.code)
    }
    source.fileLength = fileLength
    source.dropPadding()
    let known = Array(blocksInFile)
    let scan = LogScan(source, from: known.last?.end ?? UInt64(headerLength), after: known)
    blocks = scan.blocks
    state = scan.damage.map(LogState.damaged) ?? .whole
    journal = JournalBlocks()
    readJournal()
  }
}
