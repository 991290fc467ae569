import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The size and the modification time of a log, which show whether the file was rewritten.
package struct LogStamp: Equatable, Sendable {
  package let bytes: Int
  /// The modification time in nanoseconds since 1970.
  package let modified: Int

  package init(bytes: Int, modified: Int) {
    self.bytes = bytes
    self.modified = modified
  }

  /// Uses the time of the tar if the log is in one. Returns `nil` on failure.
  package init?(of path: String) {
    var status = stat()
    var file = path
    while stat(file.pathBytes, &status) != 0 {
      guard errno == ENOTDIR, let slash = file.lastIndex(of: "/") else { return nil }
      file = String(file[..<slash])
    }
    let isInArchive = file.utf8.count < path.utf8.count
    let bytes = isInArchive ? LogReader.length(of: path) : Int(status.st_size)
    guard let bytes else { return nil }
    self.init(bytes: bytes, of: status)
  }

  init(bytes: Int, of status: stat) {
    // Results files contain the time, and have only numbers from 0 up to 2^62.
    self.init(bytes: bytes, modified: Int(min(max(status.modified.nanoseconds, 0), 1 << 62 - 1)))
  }
}
