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

  /// Looks at a log, or at the archive that it is in; `nil` if neither is there.
  package init?(of path: String) {
    var status = stat()
    var path = path
    while stat(path.pathBytes, &status) != 0 {
      guard errno == ENOTDIR, let slash = path.lastIndex(of: "/") else { return nil }
      path = String(path[..<slash])
    }
    let time = status.modified
    self.init(bytes: Int(status.st_size), modified: time.tv_sec * 1_000_000_000 + time.tv_nsec)
  }
}

extension stat {
  /// When the file was written last.
  var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
