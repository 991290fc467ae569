package import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A system call that failed, or that was refused because a file isn't a regular file.
package struct SystemFailure: Error, Equatable, Sendable {
  package let code: Int32
  /// The kind of the file, if the call was refused because it isn't a regular file.
  package var kind: FileKind?

  package init(code: Int32) {
    self.code = code
  }

  /// Creates a failure for a file that isn't a regular file.
  package init(_ kind: FileKind) {
    code = EINVAL
    self.kind = kind
  }

  package static var last: SystemFailure { SystemFailure(code: errno) }
}

extension SystemFailure: CustomStringConvertible {
  /// The system's message, such as `No space left on device`, or the kind of the file.
  package var description: String {
    kind.map { "it is \($0) and not a regular file" } ?? SystemError.text(for: code)
  }
}
