import Locking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the bytes of a log are: in a file of its own, or in a tar.
///
/// A path like `corpus.tar/a.reprise` leads into a tar. It is tried where the system says that
/// something on the way is no folder, so that a file is opened as quickly as ever.
struct LogLocation: Sendable {
  let file: Descriptor
  /// The offset of the first byte in a tar; `nil` in a file of the log's own.
  var archiveStart: UInt64?
  /// The length of the log in bytes.
  let length: UInt64
  /// The time of the last change, in seconds since 1970.
  let modified: UInt64

  /// Opens what a path names.
  init(path: String) throws(LogReaderError) {
    let file: Descriptor
    let status: stat
    do throws(SystemError) {
      file = try Descriptor(opening: path, flags: O_RDONLY)
      status = try file.status()
    } catch {
      guard error.code == ENOTDIR else { throw .cannotOpen(path: path, code: error.code) }
      self = try LogLocation(inArchive: path)
      return
    }
    guard isRegularFile(status) else { throw .notARegularFile(path: path) }
    self.init(
      file: file, length: UInt64(status.st_size),
      modified: UInt64(max(status.modified.tv_sec, 0)))
  }

  private init(file: Descriptor, length: UInt64, modified: UInt64) {
    (self.file, self.length, self.modified) = (file, length, modified)
  }

  private init(inArchive path: String) throws(LogReaderError) {
    do throws(TarError) {
      switch try OpenArchives.search(path) {
      case .noArchive: throw TarError.cannotRead(path: path, code: ENOTDIR)
      case .noMember: throw TarError.cannotRead(path: path, code: ENOENT)
      case .member(let member, let archive): try self.init(member, of: archive)
      }
    } catch .cannotRead(let path, let code) {
      throw .cannotOpen(path: path, code: code)
    } catch {
      throw .archive(error)
    }
  }

  fileprivate init(_ member: TarMember, of archive: TarArchive) throws(TarError) {
    modified = try archive.checkedTime(of: member)
    file = archive.file
    archiveStart = member.offset
    length = member.size
  }
}

extension TarArchive {
  /// Whether a path leads to a file in a tar; `nil` if it leads into no tar.
  package static func hasMember(at path: String) throws(TarError) -> Bool? {
    switch try OpenArchives.search(path) {
    case .noArchive: nil
    case .noMember: false
    case .member: true
    }
  }
}

/// The tars that this process has opened, kept since many logs of one are opened one after the other.
private enum OpenArchives {
  private struct Entry {
    /// The bytes of the path of the tar, with a slash behind it.
    let start: [UInt8]
    /// Tells the tar from one that took its place.
    let identity: FileIdentity
    let archive: TarArchive
  }

  private static let limit = 4
  private static let entries = Mutex<[Entry]>([])

  /// What a path leads to.
  enum Found {
    /// No file on the way is a tar.
    case noArchive
    case noMember
    case member(TarMember, of: TarArchive)
  }

  /// Looks for the tar on the way of a path, and for the rest of the path in it.
  static func search(_ path: String) throws(TarError) -> Found {
    let bytes = path.pathBytes.dropLast().map(UInt8.init(bitPattern:))
    guard let (archive, start) = try archive(of: bytes) else { return .noArchive }
    let name = Array(bytes[start...]).normalizedName
    guard !name.isEmpty else { return .noArchive }
    return try archive.member(named: name).map { .member($0, of: archive) } ?? .noMember
  }

  /// The tar on the way of a path, and where the name within it begins.
  private static func archive(of path: [UInt8]) throws(TarError) -> (TarArchive, start: Int)? {
    let known = entries.withLock { $0.last { path.starts(with: $0.start) } }
    if let known, status(of: known.start.dropLast()).map(FileIdentity.init) == known.identity {
      return (known.archive, known.start.count)
    }
    var end = path.count
    while let slash = path[..<end].lastIndex(of: UInt8(ascii: "/")), slash > 0 {
      end = slash
      guard let status = status(of: path[..<slash]) else { continue }
      guard isRegularFile(status) else { return nil }
      guard let archive = try opened(path[..<slash]) else { return nil }
      let entry = Entry(
        start: Array(path[...slash]), identity: FileIdentity(status), archive: archive)
      entries.withLock { entries in
        entries.removeAll { $0.start == entry.start }
        if entries.count == limit { entries.removeFirst() }
        entries.append(entry)
      }
      return (archive, slash + 1)
    }
    return nil
  }

  /// Opens a tar; `nil` if the file neither is one nor has the name of one.
  private static func opened(_ path: ArraySlice<UInt8>) throws(TarError) -> TarArchive? {
    let path = String(pathBytes: path)
    do throws(TarError) {
      return try TarArchive(path: path)
    } catch {
      if case .notATar = error, !path.hasSuffix(".tar") { return nil }
      throw error
    }
  }

  private static func status(of path: ArraySlice<UInt8>) -> stat? {
    var result = stat()
    let name = path.map(CChar.init(bitPattern:)) + [0]
    return stat(name, &result) == 0 ? result : nil
  }
}
