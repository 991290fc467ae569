import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The size of a log and the time of its last change, by which a file that was written anew is noticed.
package struct LogStamp: Equatable, Sendable {
  /// In bytes.
  package let bytes: Int
  /// In nanoseconds since 1970.
  package let modified: Int

  /// Describes a file.
  package init(bytes: Int, modified: Int) {
    self.bytes = bytes
    self.modified = modified
  }

  /// Looks at a log; one in a tar changes with the tar. `nil` if it is not there.
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
    let time = status.modified
    self.init(bytes: bytes, modified: time.tv_sec * 1_000_000_000 + time.tv_nsec)
  }
}
