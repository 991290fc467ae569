#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
