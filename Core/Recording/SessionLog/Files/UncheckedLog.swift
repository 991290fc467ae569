import Foundation
import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A whole log without its final name, which it gets only after a check.
package final class UncheckedLog: Sendable {
  package let path: String
  private let name: String

  /// Creates the path of a log that will be named `name`, which the caller writes there.
  package init(for name: String) {
    let file = URL(fileURLWithPath: name)
    self.name = name
    // The process identifier avoids collisions with the user's files and other processes.
    path =
      file.deletingLastPathComponent()
      .appendingPathComponent(".\(file.lastPathComponent).\(getpid()).unchecked").path
  }

  deinit {
    unlink(path.pathBytes)
  }

  /// Renames the log to its final name, replacing an existing log if `overwrite` is `true`.
  ///
  /// The owner and the mode of a replaced log are kept. On failure, both logs remain as they are.
  package func publish(overwrite: Bool) throws(LogWriterError) {
    try LogFile.checkFree(name, overwrite: overwrite)
    do throws(SystemError) {
      let file = LogFile(
        path: path, descriptor: try Descriptor(opening: path, flags: O_RDWR | O_NOFOLLOW),
        operations: .system)
      try file.publish(as: name)
    } catch {
      throw .cannotCreate(path: name, code: error.code)
    }
  }
}
