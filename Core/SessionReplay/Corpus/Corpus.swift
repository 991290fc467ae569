public import Foundation
import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The logs under a folder, in alphabetical order of their paths.
///
///     let logs = try Corpus(in: URL(fileURLWithPath: "Sessions")).logs
public struct Corpus: Equatable, Sendable {
  /// The paths of the logs, in the order of the arguments, those of a folder in alphabetical order.
  package private(set) var paths: [String]
  /// The paths that were given themselves, and not by a folder.
  package private(set) var named: Set<String> = []

  /// The recordings beside the logs, or in the folders, that were not finished.
  package private(set) var unfinished: [String] = []

  /// What to tell of tars whose index was not used.
  package private(set) var archiveNotes: [String] = []

  /// Finds the `.reprise` files under a folder, of which there must be one, and all readable.
  public init(in folder: URL) throws(CorpusError) {
    try Self.check(folder: folder.path)
    try self.init(paths: [folder.path])
  }

  /// The logs.
  public var logs: [URL] { paths.map { URL(fileURLWithPath: $0) } }

  /// Finds the logs that paths name: files, and all logs under folders, all of which can be read.
  package init(paths: [String]) throws(CorpusError) {
    self.paths = []
    for path in paths {
      switch try Self.kind(of: path) {
      case .folder: try add(folder: path)
      case nil: throw FileKind(at: path.partial) == nil ? .missing(path) : .unfinished(path)
      case .regular where path.hasSuffix(".tar"): try add(archive: path)
      case .some(let kind): try add(log: path, kind)
      }
    }
  }

  private mutating func add(log path: String, _ kind: FileKind) throws(CorpusError) {
    try Self.checkReadable(path, kind)
    paths.append(path)
    named.insert(path)
    if Self.isLeftOver(path.partial, of: path) { unfinished.append(path.partial) }
  }

  /// Adds the logs in a tar, in the order of the bytes of their names.
  private mutating func add(archive path: String) throws(CorpusError) {
    let before = paths.count
    do throws(TarError) {
      let archive = try TarArchive(path: path)
      try archive.forEachLog { log, _ in paths.append(log) }
      if let note = archive.indexState.note(on: path) { archiveNotes.append(note) }
    } catch {
      throw .badArchive(path, reason: error.description)
    }
    guard paths.count > before else { throw .empty(folder: path) }
  }

  private mutating func add(folder: String) throws(CorpusError) {
    let files = try Self.files(under: folder)
    var logs: [String] = []
    for file in files where file.hasSuffix(String.log) {
      // What is listed and not there is a link to nothing.
      guard let kind = try Self.kind(of: file) else { throw .unreadable(file, code: ENOENT) }
      guard kind != .folder else { continue }
      try Self.checkReadable(file, kind)
      logs.append(file)
    }
    guard !logs.isEmpty else { throw .empty(folder: folder) }
    paths += logs
    unfinished += files.filter {
      $0.hasSuffix(String.log.partial)
        && Self.isLeftOver($0, of: String($0.dropLast(".partial".count)))
    }
  }

  /// The logs under a folder, and those that are being written, in alphabetical order.
  private static func files(under folder: String) throws(CorpusError) -> [String] {
    do throws(FolderListing.Failure) {
      return try FolderListing(of: folder) {
        $0.hasSuffix(String.log) || $0.hasSuffix(String.log.partial)
      }.paths.sorted()
    } catch {
      throw .unreadable(error.path, code: error.code)
    }
  }

  /// The logs under a folder, whether they can be read or not; there must be one.
  package static func logs(under folder: String) throws(CorpusError) -> [String] {
    try check(folder: folder)
    let logs = try files(under: folder).filter {
      $0.hasSuffix(String.log) && FileKind(at: $0) != .folder
    }
    guard !logs.isEmpty else { throw .empty(folder: folder) }
    return logs
  }

  /// Whether a recording is no older than the log of its name, which was not recovered from it then.
  private static func isLeftOver(_ recording: String, of log: String) -> Bool {
    var (recorded, completed) = (stat(), stat())
    guard stat(recording.pathBytes, &recorded) == 0 else { return false }
    guard stat(log.pathBytes, &completed) == 0 else { return true }
    return (recorded.modified.tv_sec, recorded.modified.tv_nsec)
      >= (completed.modified.tv_sec, completed.modified.tv_nsec)
  }

  /// What a path leads to; `nil` if there is nothing.
  private static func kind(of path: String) throws(CorpusError) -> FileKind? {
    var status = stat()
    if stat(path.pathBytes, &status) == 0 { return FileKind(mode: status.st_mode) }
    let code = errno
    if code == ENOTDIR {
      do throws(TarError) {
        if let isThere = try TarArchive.hasMember(at: path) { return isThere ? .regular : nil }
      } catch {
        throw .badArchive(path, reason: error.description)
      }
    }
    guard code == ENOENT else { throw .unreadable(path, code: code) }
    return nil
  }

  private static func check(folder: String) throws(CorpusError) {
    guard let kind = try kind(of: folder) else { throw .missing(folder) }
    guard kind == .folder else { throw .noFolder(folder) }
  }

  /// Checks that the user may read a log, so that one that is kept from them is not taken to be
  /// damaged.
  private static func checkReadable(_ path: String, _ kind: FileKind) throws(CorpusError) {
    guard kind == .regular else { throw .noFile(path) }
    // What is in a tar can be read if the tar can.
    guard access(path.pathBytes, R_OK) == 0 || errno == ENOTDIR else {
      throw .unreadable(path, code: errno)
    }
  }

  /// Every so-manieth log, beginning with the one of an index from 1.
  package func shard(_ index: Int, of count: Int) -> Corpus {
    var corpus = self
    corpus.paths = paths.indices.filter { $0 % count == index - 1 }.map { paths[$0] }
    return corpus
  }

  /// Only the logs of some paths.
  package func only(_ paths: [String]) -> Corpus {
    var corpus = self
    corpus.paths = paths
    return corpus
  }
}

extension String {
  /// What the names of logs end in.
  fileprivate static let log = ".reprise"

  /// The path of a log while it is being written.
  fileprivate var partial: String { "\(self).partial" }
}

extension stat {
  /// When the file was written last.
  fileprivate var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

/// Why there is nothing to replay.
public enum CorpusError: Error, Equatable, Sendable {
  /// There is no such file or folder.
  case missing(String)
  /// There is no such log, but its recording, which was not finished.
  case unfinished(String)
  /// The path leads to something else than a file.
  case noFile(String)
  /// The path leads to something else than a folder.
  case noFolder(String)
  /// A log or folder could not be read; the code is an `errno`.
  case unreadable(String, code: Int32)
  /// There are no logs under the folder, or in the tar.
  case empty(folder: String)
  /// The path leads to or into a tar that cannot be read.
  case badArchive(String, reason: String)
}

extension CorpusError: CustomStringConvertible {
  /// What is missing, and what is expected.
  public var description: String {
    switch self {
    case .missing(let path):
      "there is no file or folder '\(path)'"
    case .unfinished(let path):
      "there is no '\(path)', but the recording '\(path).partial', which was not finished: make a "
        + "log of it with 'recover'"
    case .noFile(let path):
      "'\(path)' is not a file; give the path of a log or of a folder of logs"
    case .noFolder(let path):
      "'\(path)' is not a folder; give the path of a folder of logs"
    case .unreadable(let path, let code):
      "'\(path)' cannot be read: \(String(cString: strerror(code))). Check the name and the "
        + "permissions."
    case .empty(let folder):
      "there is no log under '\(folder)': logs are files whose names end in '.reprise'"
    case .badArchive(_, let reason): reason
    }
  }
}
