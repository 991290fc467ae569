package import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A system call that failed, or was not made because it would have done harm.
package struct SystemFailure: Error, Equatable, Sendable {
  /// The `errno`.
  package let code: Int32
  /// What is there instead of a regular file, if that is why nothing was done.
  package var kind: FileKind?

  /// Wraps an `errno`.
  package init(code: Int32) {
    self.code = code
  }

  /// Tells that a file is left alone because of what it is.
  package init(_ kind: FileKind) {
    code = EINVAL
    self.kind = kind
  }

  /// The failure of the call just made.
  static var last: SystemFailure { SystemFailure(code: errno) }
}

extension SystemFailure: CustomStringConvertible {
  /// What the system says of it, as `No space left on device`, or what stands in the way.
  package var description: String {
    kind.map { "it is \($0) and not a regular file" } ?? SystemError.text(for: code)
  }
}
