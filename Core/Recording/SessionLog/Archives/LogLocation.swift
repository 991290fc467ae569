import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The location of a log's bytes: a file of its own, or a part of a tar.
///
/// A path such as `corpus.tar/a.reprise` leads into a tar. A tar is considered only after the
/// system has reported that a component of the path is not a folder, so opening a plain file costs
/// nothing extra.
package struct LogLocation: Sendable {
  package let file: Descriptor
  /// The offset of the log in a tar, or `nil` if the log has its own file.
  package private(set) var archiveStart: UInt64?
  package let length: UInt64
  /// The modification time in seconds since 1970.
  let modified: UInt64

  package init(path: String) throws(LogLocationError) {
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

  private init(inArchive path: String) throws(LogLocationError) {
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

/// The reason the bytes of a log cannot be found.
package enum LogLocationError: Error, Equatable, Sendable {
  /// The file cannot be opened or read; `code` is the `errno`.
  case cannotOpen(path: String, code: Int32)
  /// The path refers to a folder, a pipe or a device.
  case notARegularFile(path: String)
  /// The path leads into a tar that cannot be read, at least at the location of the log.
  case archive(TarError)
}

extension LogLocationError: CustomStringConvertible {
  /// A message with the path of the log, the reason and a remedy.
  package var description: String {
    switch self {
    case .cannotOpen(let path, let code):
      "\(path.visible): cannot be opened: \(SystemError.text(for: code)). "
        + "Check the name and the permissions."
    case .notARegularFile(let path):
      "\(path.visible): is not a file. Give the path of a log."
    case .archive(let error): error.description
    }
  }
}

extension TarArchive {
  /// Returns whether a path leads to a file in a tar, or `nil` if it does not lead into a tar.
  package static func hasMember(at path: String) throws(TarError) -> Bool? {
    switch try OpenArchives.search(path) {
    case .noArchive: nil
    case .noMember: false
    case .member: true
    }
  }
}

/// The tars that this process has opened, cached because many logs of one tar are opened in
/// succession.
private enum OpenArchives {
  private struct Entry {
    /// The bytes of the tar's path, with a trailing slash.
    let start: [UInt8]
    /// The identity of the tar, by which its replacement is detected.
    let identity: FileIdentity
    let archive: TarArchive
  }

  private static let limit = 4
  private static let entries = Mutex<[Entry]>([])

  enum Found {
    case noArchive
    case noMember
    case member(TarMember, of: TarArchive)
  }

  static func search(_ path: String) throws(TarError) -> Found {
    let bytes = path.pathBytes.dropLast().map(UInt8.init(bitPattern:))
    guard let (archive, start) = try archive(of: bytes) else { return .noArchive }
    let name = Array(bytes[start...]).normalizedName
    guard !name.isEmpty else { return .noArchive }
    return try archive.member(named: name).map { .member($0, of: archive) } ?? .noMember
  }

  /// Returns the tar on a path, and the index at which the name within it begins.
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

  /// Opens a tar. Returns `nil` if the file is neither a tar nor named like one.
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
