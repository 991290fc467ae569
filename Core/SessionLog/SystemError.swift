#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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

  /// What the system says of a value of `errno`, as `No space left on device`.
  static func text(for code: Int32) -> String {
    String(cString: strerror(code))
  }
}
