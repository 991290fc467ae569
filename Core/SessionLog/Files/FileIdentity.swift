#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What tells a file and its contents from all others without reading it.
///
/// No program can set `changed`, the time at which anything about the file last changed. But its clock
/// may tick only every few milliseconds, so that a file may change once more within the same time.
package struct FileIdentity: Hashable, Sendable {
  /// The device that the file is on.
  package let device: UInt64
  /// The number of the file on its device.
  package let number: UInt64
  /// The length in bytes.
  package let bytes: UInt64
  /// When the contents were written last, in nanoseconds since 1970.
  package let modified: Int64
  /// When contents, name or permissions changed last, in nanoseconds since 1970.
  package let changed: Int64

  /// Creates an identity that was kept.
  package init(device: UInt64, number: UInt64, bytes: UInt64, modified: Int64, changed: Int64) {
    (self.device, self.number, self.bytes) = (device, number, bytes)
    (self.modified, self.changed) = (modified, changed)
  }

  /// Reads the identity from a file's status.
  init(_ status: stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino),
      bytes: UInt64(status.st_size), modified: status.modified.nanoseconds,
      changed: status.changed.nanoseconds)
  }

  /// Looks at what a path leads to; `nil` if it is not there.
  package init?(of path: String) {
    var status = stat()
    guard stat(path.pathBytes, &status) == 0 else { return nil }
    self.init(status)
  }
}

extension timespec {
  /// The time in nanoseconds.
  var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
