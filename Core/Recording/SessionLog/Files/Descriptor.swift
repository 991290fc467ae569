package import Platform

#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

/// An open file that is closed when its last reference is released.
package final class Descriptor: Sendable {
  package let number: Int32
  /// Whether the file may be locked. Only files that are open for writing are.
  private let mayBeLocked: Bool

  init(_ number: Int32) {
    self.number = number
    mayBeLocked = true
  }

  /// Opens a file with `flags` as for `open(2)`, plus close-on-exec.
  package init(opening path: String, flags: Int32) throws(SystemError) {
    // Without O_NONBLOCK, opening a FIFO would wait for a process at the other end.
    let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let number = open(path.pathBytes, flags, FileAccess.ownerOnly)
    guard number >= 0 else { throw .last }
    self.number = number
    mayBeLocked = flags & O_ACCMODE != O_RDONLY
  }

  /// Creates a file that only its owner can access, whatever the umask. Fails if the path exists.
  convenience init(creating path: String) throws(SystemError) {
    try self.init(opening: path, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    fchmod(number, FileAccess.ownerOnly)
  }

  deinit {
    // A child process shares the lock until it executes its program, so closing may not release it.
    if mayBeLocked { flock(number, LOCK_UN) }
    close(number)
  }

  package func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return status
  }

  package func length() throws(SystemError) -> UInt64 { UInt64(try status().st_size) }

  /// Reads `count` bytes, or fewer at the end of the file, where a mapping would raise a signal.
  package func read(at offset: UInt64, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let got = pread(number, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          return
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  #if canImport(Darwin)
    private static let seekData = SEEK_DATA
  #else
    // Swift does not import the constant, a GNU extension.
    private static let seekData: Int32 = 3
  #endif

  /// Returns the first offset that is not in a hole, or the end of the file.
  package func nextData(from offset: UInt64) -> UInt64 {
    let next = lseek(number, off_t(clamping: offset), Self.seekData)
    if next >= 0 { return UInt64(next) }
    // Not every file system reports holes.
    guard errno == ENXIO, let length = try? length() else { return offset }
    return max(length, offset)
  }

  /// Returns whether the lock was acquired, or the file system does not support locks.
  func takeLock() -> Bool {
    for _ in 0..<Self.maxLockAttempts {
      if flock(number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
      // A process that checks whether the file is being written briefly holds a shared lock.
      guard flock(number, LOCK_SH | LOCK_NB) == 0 else { return false }
      flock(number, LOCK_UN)
      usleep(1000)
    }
    return false
  }

  /// The maximum number of attempts, a millisecond apart, while other processes check the lock.
  private static let maxLockAttempts = 100

  package var isLockedByAnother: Bool {
    guard flock(number, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    flock(number, LOCK_UN)
    return false
  }

  /// Returns whether the path still refers to this file.
  package func isNamed(_ path: String) -> Bool {
    var other = stat()
    guard lstat(path.pathBytes, &other) == 0, let own = try? status() else { return false }
    return own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }
}
