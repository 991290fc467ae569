#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A call of the system that failed; `code` is its `errno`.
package struct SystemFailure: Error, Equatable, Sendable {
  package let code: Int32

  /// Wraps an `errno`.
  package init(code: Int32) {
    self.code = code
  }

  /// The failure of the call just made.
  static var last: SystemFailure { SystemFailure(code: errno) }
}

extension SystemFailure: CustomStringConvertible {
  /// What the system says of it, as `No space left on device`.
  package var description: String { String(cString: strerror(code)) }
}
