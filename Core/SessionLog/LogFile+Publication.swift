#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension LogFile {
  /// Brings the file safely to the disk under its final name.
  func publish(as path: String) throws(SystemError) {
    try sync(withName: false)
    try operations.rename(self.path, path)
    syncFolder(of: path)
  }

  /// Brings what was written to the disk, and the file's name as well if it is not there yet.
  func sync(withName isNameNew: Bool) throws(SystemError) {
    try operations.sync(descriptor.number)
    if isNameNew { syncFolder(of: path) }
  }

  private func syncFolder(of path: String) {
    // The file is in place whether or not the folder can be opened and synchronised, as it cannot be
    // on every file system.
    if let folder = try? Descriptor(opening: folder(of: path), flags: O_RDONLY) {
      try? operations.sync(folder.number)
    }
  }

  /// Whether the file still has a name.
  var isThere: Bool { descriptor.isNamed(path) }

  /// Removes the file, which nothing needs any more.
  func remove() {
    unlink(path)
  }
}

/// The folder that a path is in.
func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
