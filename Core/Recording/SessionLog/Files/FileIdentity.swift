import Platform

#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

/// The identity of a file and its contents, determined without reading them.
///
/// No program can set `changed`, the time of the last change to anything about the file. The clock
/// may tick only every few milliseconds, however, so a file can change again at the same time.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64
  package let bytes: UInt64
  /// The time of the last write to the contents, in nanoseconds since 1970.
  package let modified: Int64
  /// The time of the last change to contents, name or permissions, in nanoseconds since 1970.
  package let changed: Int64

  package init(device: UInt64, number: UInt64, bytes: UInt64, modified: Int64, changed: Int64) {
    (self.device, self.number, self.bytes) = (device, number, bytes)
    (self.modified, self.changed) = (modified, changed)
  }

  package init(_ status: stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino),
      bytes: UInt64(status.st_size), modified: status.modified.nanoseconds,
      changed: status.changed.nanoseconds)
  }

  package init?(of path: String) {
    var status = stat()
    guard stat(path.pathBytes, &status) == 0 else { return nil }
    self.init(status)
  }
}

extension timespec {
  package var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
