#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

/// The kind of a file, of which only a regular one is ever read or replaced.
package enum FileKind: Equatable, Sendable {
  case regular
  case folder
  case link
  case fifo
  case socket
  case device

  /// Reads the kind from the mode in a file's status.
  package init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    case S_IFIFO: self = .fifo
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }

  /// Looks at what a path names, without following a link; `nil` if nothing is there to be seen.
  package init?(at path: String) {
    var status = stat()
    guard lstat(path.pathBytes, &status) == 0 else { return nil }
    self.init(mode: status.st_mode)
  }
}

extension FileKind: CustomStringConvertible {
  /// The kind with its article.
  package var description: String {
    switch self {
    case .regular: "a regular file"
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .fifo: "a FIFO"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}

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
