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
    self.init(bytes: bytes, of: status)
  }

  /// Describes a log in a file of a status.
  init(bytes: Int, of status: stat) {
    self.init(bytes: bytes, modified: Int(status.modified.nanoseconds))
  }
}
