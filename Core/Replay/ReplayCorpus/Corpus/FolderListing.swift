package import Platform
import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An iterator over the files under a folder, ordered by the bytes of their paths.
///
/// Foundation omits names that aren't valid text. Only the names of the current folder and its
/// ancestors are in memory.
package struct FolderListing {
  package struct Failure: Error {
    package let path: String
    /// The `errno` of the failure.
    package let code: Int32
  }

  package struct File {
    package let path: String
    /// The kind, without following links; `nil` if the file system does not report it.
    package let kind: FileKind?
    /// Whether the file is unreadable to the user, as far as is known before opening it.
    fileprivate(set) var isForbidden = false
  }

  private var waiting: [File] = []
  private let isWanted: (String) -> Bool

  /// Creates a listing of a folder and its subfolders, in alphabetical order of the paths. A link
  /// at `folder` itself is followed, but other links are not.
  package init(of folder: String, where isWanted: @escaping (String) -> Bool) throws(Failure) {
    self.isWanted = isWanted
    try enter(folder)
  }

  package mutating func next() throws(Failure) -> File? {
    while let file = waiting.popLast() {
      if file.path.hasSuffix("/") {
        try enter(file.path)
      } else {
        return file
      }
    }
    return nil
  }

  private mutating func enter(_ folder: String) throws(Failure) {
    let start = folder.hasSuffix("/") ? folder : "\(folder)/"
    var files: [File] = []
    for entry in try Self.entries(of: folder) {
      let path = start + entry.name
      if isWanted(entry.name) { files.append(File(path: path, kind: entry.kind)) }
      // The trailing slash sorts the contents of a folder among the paths next to it.
      if (entry.kind ?? FileKind(at: path)) == .folder {
        files.append(File(path: path + "/", kind: .folder))
      }
    }
    files.sort { $0.path > $1.path }
    let readable = ThreadPool().map(files.map(\.path), portion: 128) { Self.isReadable($0) }
    for position in files.indices { files[position].isForbidden = !readable[position] }
    waiting += files
  }

  static func isReadable(_ path: String) -> Bool {
    // Without AT_EACCESS, the system creates credentials of the real user for each call, which
    // takes as long as opening the file.
    faccessat(AT_FDCWD, path.pathBytes, R_OK, AT_EACCESS) == 0
  }

  private struct Entry {
    let name: String
    let kind: FileKind?

    init(_ entry: UnsafePointer<dirent>) {
      // A name may be longer than the array declared in the structure.
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      name = String(pathBytes: start.assumingMemoryBound(to: CChar.self))
      // The field holds the type bits of a mode, shifted right by 12 bits.
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
