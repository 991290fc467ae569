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
    let flags = overwrite ? O_CREAT : O_CREAT | O_EXCL
    do throws(SystemError) {
      let descriptor = try Descriptor(opening: partial, flags: O_RDWR | O_NOFOLLOW | flags)
      return try locked(descriptor, partial, operations)
    } catch {
      switch error.code {
      case EEXIST: throw .partialExists(path: partial, isBeingWritten: isLocked(partial))
      case EWOULDBLOCK: throw .partialExists(path: partial, isBeingWritten: true)
      default: throw refusal(error, creating: partial, for: path)
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
      let descriptor = try Descriptor(opening: copy, flags: O_RDWR | O_NOFOLLOW | O_CREAT)
      return try locked(descriptor, copy, operations)
    } catch {
      guard error.code != EWOULDBLOCK else {
        throw .partialExists(path: copy, isBeingWritten: true)
      }
      throw refusal(error, creating: copy, for: path)
    }
  }

  /// Refuses a path at which no log can be put, or where one is that may not be replaced.
  static func checkFree(_ path: String, overwrite: Bool) throws(LogWriterError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard overwrite else { throw .fileExists(path: path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .cannotCreate(path: path, code: EISDIR)
    }
  }

  private static func locked(
    _ descriptor: Descriptor, _ path: String, _ operations: LogFileOperations
  ) throws(SystemError) -> LogFile {
    guard isRegularFile(try descriptor.status()) else { throw SystemError(code: EINVAL) }
    // Whoever held the lock may have finished, and given the file its final name, since we opened it.
    guard descriptor.takeLock(), descriptor.isNamed(path) else {
      throw SystemError(code: EWOULDBLOCK)
    }
    try operations.truncate(descriptor.number, 0)
    return LogFile(path: path, descriptor: descriptor, operations: operations)
  }

  private static func isLocked(_ path: String) -> Bool {
    guard let descriptor = try? Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK) else {
      return false
    }
    return !descriptor.takeLock()
  }

  private static func refusal(
    _ error: SystemError, creating file: String, for path: String
  ) -> LogWriterError {
    error.code == ENOENT
      ? .folderMissing(path: folder(of: path)) : .cannotCreate(path: file, code: error.code)
  }
}
