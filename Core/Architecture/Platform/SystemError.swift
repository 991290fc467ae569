#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

package struct SystemError: Error, Equatable, Sendable {
  /// The value of `errno`, such as `ENOSPC`.
  package var code: Int32

  package init(code: Int32) {
    self.code = code
  }

  package static var last: SystemError { SystemError(code: errno) }

  /// A write of zero bytes, for which the system has no error code.
  package static var nothingWritten: SystemError { SystemError(code: EIO) }

  /// No single file is at fault for too many open files. That message therefore names the limit and
  /// the remedy.
  package static func text(for code: Int32) -> String {
    let text = String(cString: strerror(code))
    guard code == EMFILE, let limit = DescriptorLimit.current else { return text }
    return "\(text) (the limit is \(limit); raise it with 'ulimit -n')"
  }
}
