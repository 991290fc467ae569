#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

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
