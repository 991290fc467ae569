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

extension stat {
  /// When the file was written last.
  package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// When anything about the file changed last.
  var changed: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}

/// Who may do what with a file.
package struct FileAccess: Equatable, Sendable {
  /// The mode of files that are made for their owner alone.
  package static let ownerOnly: mode_t = 0o600

  private let owner: uid_t
  private let group: gid_t
  private let mode: mode_t

  /// Reads the access from a file's status.
  package init(_ status: stat) {
    owner = status.st_uid
    group = status.st_gid
    mode = status.st_mode & 0o777
  }

  /// Gives an open file the owner, the group and the mode, as far as the system lets it.
  ///
  /// Where the group cannot be kept, another one would have its rights: it gets those of all others.
  package func apply(to file: Int32) {
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    var hasGroup = status.st_gid == group
    if status.st_uid != owner || !hasGroup {
      // Only root may give a file away, but many may give it to a group of theirs.
      hasGroup = fchown(file, owner, group) == 0 || fchown(file, uid_t.max, group) == 0
    }
    let shared = mode & 0o707 | mode & (mode & 0o007) << 3
    fchmod(file, hasGroup ? mode : shared)
  }
}
