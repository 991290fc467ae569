package import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files under a folder, by the bytes of their names.
///
/// Foundation leaves out names that are no text. Only the names of one folder, and of those that it is
/// in, are held at a time.
package struct FolderListing {
  /// A folder that cannot be read.
  package struct Failure: Error {
    /// The path of the folder.
    package let path: String
    /// The reason, an `errno`.
    package let code: Int32
  }

  /// What is under the folder.
  package struct File {
    package let path: String
    /// The kind; `nil` where the file system does not say. A link is not followed.
    package let kind: FileKind?
    /// Whether the user may not read the file, so far as this is known before it is opened.
    fileprivate(set) var isForbidden = false
  }

  private var waiting: [File] = []
  private let isWanted: (String) -> Bool

  /// Lists a folder and those in it, in alphabetical order of the paths; a link to the folder itself is
  /// followed, and no other.
  package init(of folder: String, where isWanted: @escaping (String) -> Bool) throws(Failure) {
    self.isWanted = isWanted
    try enter(folder)
  }

  /// The next of the files whose names are wanted; `nil` behind the last.
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
      // The slash gives what is in a folder its position among the paths beside it.
      if (entry.kind ?? FileKind(at: path)) == .folder {
        files.append(File(path: path + "/", kind: .folder))
      }
    }
    files.sort { $0.path > $1.path }
    let readable = ThreadPool().map(files.map(\.path), portion: 128) { Self.isReadable($0) }
    for position in files.indices { files[position].isForbidden = !readable[position] }
    waiting += files
  }

  /// Whether the user may read a file.
  static func isReadable(_ path: String) -> Bool {
    // Without AT_EACCESS the system makes credentials of the real user for each call, which takes as
    // long as opening the file.
    faccessat(AT_FDCWD, path.pathBytes, R_OK, AT_EACCESS) == 0
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
