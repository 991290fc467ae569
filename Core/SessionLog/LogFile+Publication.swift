#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension LogFile {
  /// Brings the file safely to the disk under its final name.
  ///
  /// It takes owner and mode of a file that it replaces, which must be a regular one.
  func publish(as path: String) throws(SystemError) {
    var replaced = stat()
    if lstat(path.pathBytes, &replaced) == 0 {
      guard isRegularFile(replaced) else { throw SystemError(code: EEXIST) }
      FileAccess(replaced).apply(to: descriptor.number)
    }
    try sync(withName: false)
    // If the name was given to another file since, it is not ours to give away.
    guard isThere else { throw SystemError(code: ENOENT) }
    try operations.rename(self.path, path)
    // The file is in place, and whole, even if its name is not on the disk yet.
    try? syncFolder(of: path)
  }

  /// Takes owner and mode of the file that this one is a copy of.
  func takeAccess(of original: Descriptor) {
    guard let status = try? original.status() else { return }
    FileAccess(status).apply(to: descriptor.number)
  }

  /// Brings what was written to the disk, and the file's name as well if it is not there yet.
  func sync(withName isNameNew: Bool) throws(SystemError) {
    try operations.sync(descriptor.number)
    if isNameNew { try syncFolder(of: path) }
  }

  private func syncFolder(of path: String) throws(SystemError) {
    // Not every folder can be opened, and not every file system synchronises folders.
    guard let folder = try? Descriptor(opening: folder(of: path), flags: O_RDONLY) else { return }
    do throws(SystemError) {
      try operations.sync(folder.number)
    } catch {
      if [EIO, ENOSPC, EDQUOT].contains(error.code) { throw error }
    }
  }

  /// Whether the file still has a name.
  var isThere: Bool { descriptor.isNamed(path) }

  /// Removes the file, which nothing needs any more, unless its name is another's by now.
  func remove() {
    if isThere { unlink(path.pathBytes) }
  }
}

/// The folder that a path is in.
func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
