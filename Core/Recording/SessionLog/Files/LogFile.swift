package import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file to which whole members are appended.
package struct LogFile: Sendable {
  package private(set) var path: String
  package let descriptor: Descriptor
  package let operations: LogFileOperations
  package private(set) var length: UInt64 = 0

  init(path: String, descriptor: Descriptor, operations: LogFileOperations) {
    self.path = path
    self.descriptor = descriptor
    self.operations = operations
  }

  /// Appends all of the bytes or, on failure, none.
  package mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    let start = length
    do throws(SystemError) {
      try write(bytes, at: start)
      length = start + UInt64(bytes.count)
    } catch {
      // If this also fails, a reader finds a truncated member.
      try? operations.truncate(descriptor.number, start)
      throw error
    }
  }

  package func overwrite(_ bytes: [UInt8], at offset: UInt64) throws(SystemError) {
    precondition(offset + UInt64(bytes.count) <= length)
    try write(bytes, at: offset)
  }

  package mutating func cut(to length: UInt64) {
    try? operations.truncate(descriptor.number, length)
    self.length = length
  }

  private func write(_ bytes: [UInt8], at start: UInt64) throws(SystemError) {
    var failure: SystemError?
    bytes.withUnsafeBytes { buffer in
      var written = 0
      do throws(SystemError) {
        while written < buffer.count {
          let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
          let count = try operations.write(descriptor.number, rest, start + UInt64(written))
          // Retrying a write that makes no progress would never end.
          guard count > 0 else { throw .nothingWritten }
          written += count
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

extension LogFile {
  /// The suffix of the names of logs.
  package static let suffix = ".reprise"

  /// Returns the path of a log while it is being written.
  package static func partialPath(for path: String) -> String { path + partialSuffix }

  /// Returns the path of the journal, which contains the steps that are not in a block yet.
  package static func journalPath(forPartial path: String) -> String { path + ".journal" }

  /// Returns the path that an unfinished log gets when it is finished; other paths are unchanged.
  package static func finishedPath(of path: String) -> String {
    path.hasSuffix(partialSuffix) ? String(path.dropLast(partialSuffix.count)) : path
  }

  package static let partialSuffix = ".partial"

  /// Returns the command line that converts an unfinished log to a whole one.
  package static func recoverCommand(forPartial path: String) -> String {
    "reprise recover \(shellWord(path)) -o \(shellWord(finishedPath(of: path)))"
  }

  /// Returns the first of numbered paths where there is no log, finished or not.
  ///
  /// The files of a recording that was killed must not be overwritten either.
  package static func unusedPath(from first: Int = 1, _ path: (_ number: Int) -> String) -> String {
    var number = first
    while true {
      let candidate = path(number)
      let partial = partialPath(for: candidate)
      let files = [candidate, partial, journalPath(forPartial: partial)]
      if files.allSatisfy({ FileKind(at: $0) == nil }) { return candidate }
      number += 1
    }
  }

  /// Returns the path of the copy that compaction and recovery write and then rename to the log.
  package static func rewritingPath(for path: String) -> String { path + ".rewriting" }
}

extension LogFile {
  /// Creates the file of a new recording, and locks it against other recorders.
  package static func creatingPartial(
    for path: String, overwrite: Bool, operations: LogFileOperations
  ) throws(LogWriterError) -> LogFile {
    try checkFree(path, overwrite: overwrite)
    let partial = partialPath(for: path)
    do throws(SystemError) {
      if overwrite { try removeAbandoned(partial) }
      return try created(partial, operations)
    } catch {
      switch error.code {
      case EEXIST:
        try checkRegular(partial)
        throw .partialExists(path: partial, isBeingWritten: isLocked(partial))
      case EWOULDBLOCK: throw .partialExists(path: partial, isBeingWritten: true)
      default: throw try refusal(error, creating: partial, for: path)
      }
    }
  }

  /// Creates the file for a copy of a log, replacing one left by an earlier attempt.
  package static func creatingCopy(
    for path: String, overwrite: Bool, operations: LogFileOperations
  ) throws(LogWriterError) -> LogFile {
    try checkFree(path, overwrite: overwrite)
    let copy = rewritingPath(for: path)
    do throws(SystemError) {
      try removeAbandoned(copy)
      return try created(copy, operations)
    } catch {
      guard error.code != EWOULDBLOCK else {
        throw .partialExists(path: copy, isBeingWritten: true)
      }
      throw try refusal(error, creating: copy, for: path)
    }
  }

  /// Creates a file that will replace a file that is being written.
  package static func creatingReplacement(of file: LogFile) throws(SystemError) -> LogFile {
    let path = rewritingPath(for: file.path)
    try removeAbandoned(path)
    return try created(path, file.operations)
  }

  /// Throws if no log can be written at `path`, or if the file there must not be replaced.
  ///
  /// Symbolic links are also rejected, since the link would be replaced instead of its target.
  package static func checkFree(_ path: String, overwrite: Bool) throws(LogWriterError) {
    guard let kind = FileKind(at: path) else { return }
    guard kind == .regular else { throw .notARegularFile(path: path, kind) }
    guard overwrite else { throw .fileExists(path: path) }
  }

  private static func checkRegular(_ path: String) throws(LogWriterError) {
    guard let kind = FileKind(at: path), kind != .regular else { return }
    throw .notARegularFile(path: path, kind)
  }

  /// The file is not reused: it may belong to another user, who could then read the log, or have a
  /// second name whose contents must not change.
  private static func removeAbandoned(_ path: String) throws(SystemError) {
    guard let kind = FileKind(at: path) else { return }
    guard kind == .regular else { throw SystemError(code: EEXIST) }
    let descriptor = try Descriptor(opening: path, flags: O_RDWR | O_NOFOLLOW)
    guard isRegularFile(try descriptor.status()) else { throw SystemError(code: EEXIST) }
    // A recorder that held the lock may have finished and renamed the file since it was opened.
    guard descriptor.takeLock(), descriptor.isNamed(path) else {
      throw SystemError(code: EWOULDBLOCK)
    }
    guard unlink(path.pathBytes) == 0 else { throw .last }
  }

  private static func created(
    _ path: String, _ operations: LogFileOperations
  ) throws(SystemError) -> LogFile {
    let descriptor = try Descriptor(creating: path)
    guard descriptor.takeLock(), descriptor.isNamed(path) else {
      throw SystemError(code: EWOULDBLOCK)
    }
    return LogFile(path: path, descriptor: descriptor, operations: operations)
  }

  private static func isLocked(_ path: String) -> Bool {
    guard let descriptor = try? Descriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW) else {
      return false
    }
    return !descriptor.takeLock()
  }

  private static func refusal(
    _ error: SystemError, creating file: String, for path: String
  ) throws(LogWriterError) -> LogWriterError {
    try checkRegular(file)
    return error.code == ENOENT
      ? .folderMissing(path: folder(of: path)) : .cannotCreate(path: file, code: error.code)
  }
}

extension LogFile {
  /// Syncs the file to disk and renames it, keeping the owner and mode of a regular file there.
  ///
  /// Any other kind of file is an error.
  package func publish(as path: String) throws(SystemError) {
    var replaced = stat()
    if lstat(path.pathBytes, &replaced) == 0 {
      guard isRegularFile(replaced) else { throw SystemError(code: EEXIST) }
      FileAccess(replaced).apply(to: descriptor.number)
    }
    try sync(withName: false)
    // If a different file has the temporary name by now, that file must not be renamed.
    guard exists else { throw SystemError(code: ENOENT) }
    try operations.rename(self.path, path)
    // The file is whole and in place, even if its name is not on disk yet.
    try? syncFolder(of: path)
  }

  /// Most file systems first write the contents to disk. `isQuick` exchanges the two names instead,
  /// if the file system supports it.
  package mutating func replace(_ other: LogFile, isQuick: Bool) throws(SystemError) {
    if !isQuick || !exchangesName(with: other) { try operations.rename(path, other.path) }
    path = other.path
  }

  /// Exchanges names with `other` and removes it. Returns whether the file system supports that.
  private func exchangesName(with other: LogFile) -> Bool {
    do throws(SystemError) {
      try operations.exchange(path, other.path)
      unlink(path.pathBytes)
      return true
    } catch {
      return false
    }
  }

  package func takeAccess(of original: Descriptor) {
    guard let status = try? original.status() else { return }
    FileAccess(status).apply(to: descriptor.number)
  }

  /// Syncs the contents to disk, and the name as well if `isNameNew` is `true`.
  package func sync(withName isNameNew: Bool) throws(SystemError) {
    try operations.sync(descriptor.number)
    if isNameNew { try syncFolder(of: path) }
  }

  private func syncFolder(of path: String) throws(SystemError) {
    // Not every folder can be opened, and not every file system syncs folders.
    guard let folder = try? Descriptor(opening: folder(of: path), flags: O_RDONLY) else { return }
    do throws(SystemError) {
      try operations.sync(folder.number)
    } catch {
      if [EIO, ENOSPC, EDQUOT].contains(error.code) { throw error }
    }
  }

  package var exists: Bool { descriptor.isNamed(path) }

  /// Removes the file, unless its path now refers to a different file.
  package func remove() {
    if exists { unlink(path.pathBytes) }
  }
}

func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
