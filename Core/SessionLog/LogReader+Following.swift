extension LogReader {
  /// Whether a recorder has the file open.
  ///
  /// A recorder that begins at this very moment to write over the file waits for the answer.
  package var isBeingWritten: Bool { source.file.isLockedByAnother }

  /// Whether a recorder has a file open, which need not have become a log yet.
  package static func isBeingWritten(path: String) -> Bool {
    guard let file = try? open(path, LogReaderOptions()).file else { return false }
    return file.isLockedByAnother
  }

  /// Whether the path still names this file; the name goes away when the recording is finished.
  package var isNamed: Bool { source.file.isNamed(path) }

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
      fileLength = try source.file.length()
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
