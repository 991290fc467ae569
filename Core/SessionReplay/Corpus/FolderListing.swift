import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files under a folder, by the bytes of their names.
///
/// Foundation leaves out names that are no text.
struct FolderListing {
  /// A folder that cannot be read.
  struct Failure: Error {
    let path: String
    let code: Int32
  }

  /// The paths of everything under the folder but folders that links lead to.
  private(set) var paths: [String] = []

  /// Lists a folder and those in it; a link to the folder itself is followed.
  init(of folder: String) throws(Failure) {
    var waiting = [folder]
    while let next = waiting.popLast() {
      let start = next.hasSuffix("/") ? next : "\(next)/"
      for name in try Self.names(in: next) {
        let path = start + name
        paths.append(path)
        if FileKind(at: path) == .folder { waiting.append(path) }
      }
    }
  }

  private static func names(in folder: String) throws(Failure) -> [String] {
    guard let stream = opendir(folder.pathBytes) else { throw Failure(path: folder, code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      // A name may be longer than the array that the structure shows.
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let name = String(pathBytes: start.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw Failure(path: folder, code: errno) }
    return names
  }
}
