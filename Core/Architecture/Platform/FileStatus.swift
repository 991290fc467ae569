#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

/// The kind of a file. Only regular files are ever read or replaced.
package enum FileKind: Equatable, Sendable {
  case regular
  case folder
  case link
  case fifo
  case socket
  case device

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

  /// Creates the kind of the file at a path, without following a link. Returns `nil` on failure.
  package init?(at path: String) {
    var status = stat()
    guard lstat(path.pathBytes, &status) == 0 else { return nil }
    self.init(mode: status.st_mode)
  }
}

extension FileKind: CustomStringConvertible {
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

package func isRegularFile(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

extension stat {
  package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// The time of the last change to anything about the file.
  package var changed: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}

package struct FileAccess: Equatable, Sendable {
  package static let ownerOnly: mode_t = 0o600

  private let owner: uid_t
  private let group: gid_t
  private let mode: mode_t

  package init(_ status: stat) {
    owner = status.st_uid
    group = status.st_gid
    mode = status.st_mode & 0o777
  }

  /// Applies the owner, the group and the mode as far as the system permits.
  ///
  /// A group that replaces the old one gets only the permissions that all users have.
  package func apply(to file: Int32) {
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    var hasGroup = status.st_gid == group
    if status.st_uid != owner || !hasGroup {
      // Only root may change the owner, but other users may change the group to one of their own.
      hasGroup = fchown(file, owner, group) == 0 || fchown(file, uid_t.max, group) == 0
    }
    let shared = mode & 0o707 | mode & (mode & 0o007) << 3
    fchmod(file, hasGroup ? mode : shared)
  }
}
