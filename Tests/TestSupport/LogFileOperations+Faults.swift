import Foundation
import Platform
package import SessionLog

extension LogFileOperations {
  /// The system calls, but without waiting for the disk.
  package static let unsynced = LogFileOperations(
    write: LogFileOperations.system.write, truncate: LogFileOperations.system.truncate,
    sync: { _ in }, rename: LogFileOperations.system.rename,
    exchange: LogFileOperations.system.exchange)

  /// A disk with a capacity in bytes. A write that exceeds it is cut short, and the next write
  /// fails.
  package static func full(after capacity: Int, code: Int32? = nil) -> LogFileOperations {
    let space = Space(capacity)
    var operations = unsynced
    operations.write = { file, bytes, offset throws(SystemError) in
      let granted = space.take(bytes.count)
      guard granted > 0 else { throw SystemError(code: code ?? ENOSPC) }
      return try LogFileOperations.system.write(
        file, UnsafeRawBufferPointer(rebasing: bytes[..<granted]), offset)
    }
    return operations
  }

  /// A disk that accepts writes only to the first written file.
  package static func refusingSecondFile() -> LogFileOperations {
    let first = Mutex<Int32?>(nil)
    var operations = unsynced
    operations.write = { file, bytes, offset throws(SystemError) in
      let known = first.withLock { first in
        if first == nil { first = file }
        return first == file
      }
      guard known else { throw SystemError(code: ENOSPC) }
      return try LogFileOperations.system.write(file, bytes, offset)
    }
    return operations
  }

  /// Writes at most `count` bytes per call.
  package static func short(_ count: Int) -> LogFileOperations {
    var operations = unsynced
    operations.write = { file, bytes, offset throws(SystemError) in
      try LogFileOperations.system.write(
        file, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), offset)
    }
    return operations
  }
}

private final class Space: Sendable {
  private let left: Mutex<Int>

  init(_ capacity: Int) { left = Mutex(capacity) }

  func take(_ count: Int) -> Int {
    left.withLock { left in
      let granted = min(left, count)
      left -= granted
      return granted
    }
  }
}
