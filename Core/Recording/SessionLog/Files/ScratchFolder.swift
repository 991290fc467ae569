import Foundation
package import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder that only its owner can access, and that is removed with this object.
package final class ScratchFolder: Sendable {
  private static let memory = "/dev/shm"

  package let path: String

  /// Creates the folder among the temporary files.
  ///
  /// If `inMemory` is true, and the system has a file system in memory, no file waits for a disk. A
  /// `TMPDIR` of the user takes precedence.
  package init(inMemory: Bool = false) throws(SystemError) {
    let isMemoryUsable =
      inMemory && getenv("TMPDIR") == nil
      && FileManager.default.isWritableFile(atPath: Self.memory)
    let parent = isMemoryUsable ? Self.memory : FileManager.default.temporaryDirectory.path
    var name = Array("\(parent)/reprise-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .last }
    path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(pathBytes: $0) } } ?? ""
  }

  deinit {
    remove()
  }

  /// Removes the folder and its contents. Can be called from any thread.
  package func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
