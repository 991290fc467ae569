#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file, closed when nothing refers to it any more.
final class Descriptor: Sendable {
  let number: Int32
  /// Only a file that can be written is locked.
  private let mayBeLocked: Bool

  /// Takes over a file that is open.
  init(_ number: Int32) {
    self.number = number
    mayBeLocked = true
  }

  /// Opens a file; `flags` as for `open(2)`, to which "close on exec" is added.
  init(opening path: String, flags: Int32) throws(SystemError) {
    // Without O_NONBLOCK the opening of a FIFO would wait for somebody at its other end.
    let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let number = open(path.pathBytes, flags, FileAccess.ownerOnly)
    guard number >= 0 else { throw .last }
    self.number = number
    mayBeLocked = flags & O_ACCMODE != O_RDONLY
  }

  /// Creates a file for its owner alone, whatever the user's mask; nothing may be there.
  convenience init(creating path: String) throws(SystemError) {
    try self.init(opening: path, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    fchmod(number, FileAccess.ownerOnly)
  }

  deinit {
    // A process that is being started shares the lock until it runs its program, so closing the file
    // is not enough.
    if mayBeLocked { flock(number, LOCK_UN) }
    close(number)
  }

  /// What the system knows of the file.
  func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return status
  }

  /// The length of the file in bytes.
  func length() throws(SystemError) -> UInt64 { UInt64(try status().st_size) }

  /// Reads up to `count` bytes from an offset; fewer only where the file ends.
  ///
  /// The file may shrink while it is open: that gives fewer bytes and no fault, unlike a mapping.
  func read(at offset: UInt64, count: Int) throws(SystemError) -> [UInt8] {
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
    // Its name is one of GNU's extensions, of which Swift sees none.
    private static let seekData: Int32 = 3
  #endif

  /// The next offset, from one on, at which the file may hold anything but zeros of a hole.
  ///
  /// Behind the last such place it is the end of the file.
  func nextData(from offset: UInt64) -> UInt64 {
    let next = lseek(number, off_t(clamping: offset), Self.seekData)
    if next >= 0 { return UInt64(next) }
    // Not every file system knows of holes.
    guard errno == ENXIO, let length = try? length() else { return offset }
    return max(length, offset)
  }

  /// Takes the advisory lock of the file, and says whether that was possible.
  ///
  /// Where the file system has no locks, nobody is held off.
  func takeLock() -> Bool {
    for _ in 0..<Self.patience {
      if flock(number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
      // One who only asks whether the file is being written holds a shared lock for a moment.
      guard flock(number, LOCK_SH | LOCK_NB) == 0 else { return false }
      flock(number, LOCK_UN)
      usleep(1000)
    }
    return false
  }

  /// How many milliseconds those who only ask are waited for.
  private static let patience = 100

  /// Whether the lock of the file is held through another opening of it.
  var isLockedByAnother: Bool {
    guard flock(number, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    flock(number, LOCK_UN)
    return false
  }

  /// Whether the path still names this file.
  func isNamed(_ path: String) -> Bool {
    var other = stat()
    guard lstat(path.pathBytes, &other) == 0, let own = try? status() else { return false }
    return own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }
}

/// Whether a mode, as in `stat`, is that of a regular file.
func isRegularFile(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

/// A call of the system that failed.
package struct SystemError: Error, Equatable, Sendable {
  /// The value of `errno`, as `ENOSPC`.
  package var code: Int32

  /// Wraps a value of `errno`.
  package init(code: Int32) {
    self.code = code
  }

  /// The failure of the call just made.
  static var last: SystemError { SystemError(code: errno) }

  /// A write that did nothing, which the system has no number for.
  static var nothingWritten: SystemError { SystemError(code: EIO) }

  /// The system's message for a value of `errno`, as `No space left on device`.
  ///
  /// Too many open files are the fault of no single file, so that message names the limit and the remedy.
  package static func text(for code: Int32) -> String {
    let text = String(cString: strerror(code))
    guard code == EMFILE, let limit = DescriptorLimit.current else { return text }
    return "\(text) (the limit is \(limit); raise it with 'ulimit -n')"
  }
}
