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
package struct FolderListing {
  /// A folder that cannot be read.
  package struct Failure: Error {
    /// The path of the folder.
    package let path: String
    /// The reason, an `errno`.
    package let code: Int32
  }

  /// The paths that are wanted of everything under the folder but folders that links lead to.
  package private(set) var paths: [String] = []

  /// Lists a folder and those in it; a link to the folder itself is followed.
  package init(of folder: String, where isWanted: (String) -> Bool) throws(Failure) {
    var waiting = [folder]
    while let next = waiting.popLast() {
      let start = next.hasSuffix("/") ? next : "\(next)/"
      for entry in try Self.entries(of: next) {
        let path = start + entry.name
        if isWanted(entry.name) { paths.append(path) }
        if (entry.kind ?? FileKind(at: path)) == .folder { waiting.append(path) }
      }
    }
  }

  /// What a folder says of a file in it.
  private struct Entry {
    let name: String
    /// The kind; `nil` where the file system does not say.
    let kind: FileKind?

    init(_ entry: UnsafePointer<dirent>) {
      // A name may be longer than the array that the structure shows.
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      name = String(pathBytes: start.assumingMemoryBound(to: CChar.self))
      // The field holds what a mode does, twelve bits further up.
      let type = mode_t(entry.pointee.d_type)
      kind = type == 0 ? nil : FileKind(mode: type << 12)
    }
  }

  private static func entries(of folder: String) throws(Failure) -> [Entry] {
    guard let stream = opendir(folder.pathBytes) else { throw Failure(path: folder, code: errno) }
    defer { closedir(stream) }
    var entries: [Entry] = []
    errno = 0
    while let next = readdir(stream) {
      let entry = Entry(next)
      if entry.name != ".", entry.name != ".." { entries.append(entry) }
      errno = 0
    }
    guard errno == 0 else { throw Failure(path: folder, code: errno) }
    return entries
  }
}
