#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that only grows, by whole members.
struct LogFile: Sendable {
  private(set) var path: String
  let descriptor: Descriptor
  let operations: LogFileOperations
  /// The end of the last whole member.
  private(set) var length: UInt64 = 0

  init(path: String, descriptor: Descriptor, operations: LogFileOperations) {
    self.path = path
    self.descriptor = descriptor
    self.operations = operations
  }

  /// Appends all the bytes or, if that fails, none of them.
  mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    let start = length
    do throws(SystemError) {
      try write(bytes, at: start)
      length = start + UInt64(bytes.count)
    } catch {
      // If this fails too, a reader finds the remains to be a truncated member.
      try? operations.truncate(descriptor.number, start)
      throw error
    }
  }

  /// Writes over bytes that were appended before.
  func overwrite(_ bytes: [UInt8], at offset: UInt64) throws(SystemError) {
    precondition(offset + UInt64(bytes.count) <= length)
    try write(bytes, at: offset)
  }

  /// Takes back what was appended after `length`.
  mutating func cut(to length: UInt64) {
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
          // To write nothing again and again would never end.
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
  /// Creates the file that a log is recorded into, and locks it against other recorders.
  static func creatingPartial(
    for path: String, overwrite: Bool, operations: LogFileOperations
  ) throws(LogWriterError) -> LogFile {
    try checkFree(path, overwrite: overwrite)
    let partial = LogFormat.partialPath(for: path)
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

  /// Creates the file for a copy of a log; what an earlier attempt left is replaced.
  static func creatingCopy(
    for path: String, overwrite: Bool, operations: LogFileOperations
  ) throws(LogWriterError) -> LogFile {
    try checkFree(path, overwrite: overwrite)
    let copy = LogFormat.rewritingPath(for: path)
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

  /// Creates a file that is to take the place of one that is being written.
  static func creatingReplacement(of file: LogFile) throws(SystemError) -> LogFile {
    let path = LogFormat.rewritingPath(for: file.path)
    try removeAbandoned(path)
    return try created(path, file.operations)
  }

  /// Refuses a path at which no log can be put, or where one is that may not be replaced.
  ///
  /// A link is refused as well: it would be replaced, and not the file that it leads to.
  static func checkFree(_ path: String, overwrite: Bool) throws(LogWriterError) {
    guard let kind = FileKind(at: path) else { return }
    guard kind == .regular else { throw .notARegularFile(path: path, kind) }
    guard overwrite else { throw .fileExists(path: path) }
  }

  private static func checkRegular(_ path: String) throws(LogWriterError) {
    guard let kind = FileKind(at: path), kind != .regular else { return }
    throw .notARegularFile(path: path, kind)
  }

  /// Removes a file that nobody writes any more, if one is there.
  ///
  /// It is not emptied and written again: it may be another's, who could read what is written, or
  /// have a second name under which it is to stay as it is.
  private static func removeAbandoned(_ path: String) throws(SystemError) {
    guard let kind = FileKind(at: path) else { return }
    guard kind == .regular else { throw SystemError(code: EEXIST) }
    let descriptor = try Descriptor(opening: path, flags: O_RDWR | O_NOFOLLOW)
    guard isRegularFile(try descriptor.status()) else { throw SystemError(code: EEXIST) }
    // Whoever held the lock may have finished, and given the file its final name, since we opened it.
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
  /// Brings the file safely to the disk under its final name.
  ///
  /// It takes owner and mode of a file that it replaces, which must be a regular one.
  func publish(as path: String) throws(SystemError) {
    var replaced = stat()
    if lstat(path.pathBytes, &replaced) == 0 {
      guard isRegularFile(replaced) else { throw SystemError(code: EEXIST) }
      FileAccess(replaced).apply(to: descriptor.number)
    }
    try sync(withName: false)
    // If the name was given to another file since, it is not ours to give away.
    guard isThere else { throw SystemError(code: ENOENT) }
    try operations.rename(self.path, path)
    // The file is in place, and whole, even if its name is not on the disk yet.
    try? syncFolder(of: path)
  }

  /// Takes the name of a file, which has none afterwards.
  ///
  /// Most file systems bring what is in the file to the disk first, unless it is to be quick.
  mutating func takePlace(of other: LogFile, isQuick: Bool) throws(SystemError) {
    if !isQuick || !exchangesName(with: other) { try operations.rename(path, other.path) }
    path = other.path
  }

  /// Takes the name of a file at once, if the file system can do that, and removes it.
  private func exchangesName(with other: LogFile) -> Bool {
    do throws(SystemError) {
      try operations.exchange(path, other.path)
      unlink(path.pathBytes)
      return true
    } catch {
      return false
    }
  }

  /// Takes owner and mode of the file that this one is a copy of.
  func takeAccess(of original: Descriptor) {
    guard let status = try? original.status() else { return }
    FileAccess(status).apply(to: descriptor.number)
  }

  /// Brings what was written to the disk, and the file's name as well if it is not there yet.
  func sync(withName isNameNew: Bool) throws(SystemError) {
    try operations.sync(descriptor.number)
    if isNameNew { try syncFolder(of: path) }
  }

  private func syncFolder(of path: String) throws(SystemError) {
    // Not every folder can be opened, and not every file system synchronises folders.
    guard let folder = try? Descriptor(opening: folder(of: path), flags: O_RDONLY) else { return }
    do throws(SystemError) {
      try operations.sync(folder.number)
    } catch {
      if [EIO, ENOSPC, EDQUOT].contains(error.code) { throw error }
    }
  }

  /// Whether the file still has a name.
  var isThere: Bool { descriptor.isNamed(path) }

  /// Removes the file, which nothing needs any more, unless its name is another's by now.
  func remove() {
    if isThere { unlink(path.pathBytes) }
  }
}

/// The folder that a path is in.
func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
