public import Foundation
import Platform
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
///     let replayer = SessionReplayer { AppFeature() }
///     for log in try Corpus(in: URL(fileURLWithPath: "Sessions")).logs {
///       print(replayer.replay(log))
///     }
public struct Corpus: Equatable, Sendable {
  /// The paths in the order of the arguments, and alphabetical within a folder.
  package private(set) var list: PathList
  /// The paths that were given directly, not through a folder.
  package private(set) var named: Set<String> = []

  package private(set) var shard: Shard?

  package private(set) var unfinished: [String] = []

  package private(set) var archiveNotes: [String] = []

  /// Creates a corpus of the `.reprise` files under a folder.
  ///
  /// Throws an error if there is none, or if one is unreadable.
  public init(in folder: URL) throws(CorpusError) {
    try Self.check(folder: folder.path)
    try self.init(paths: [folder.path])
  }

  /// The URLs of the logs.
  public var logs: [URL] { list.map { URL(fileURLWithPath: $0) } }

  package var paths: [String] { Array(list) }

  /// Creates a corpus of `paths`, and of the paths that `list` passes to its argument one by one.
  ///
  /// If `dividesNamed` is `false`, a log whose own path is in `paths` is part of every shard.
  package init(
    paths: [String], shard: Shard? = nil, dividesNamed: Bool = true, allowsEmpty: Bool = false,
    list: (_ add: (String) throws(CorpusError) -> Void) throws(CorpusError) -> Void = { _ in }
  ) throws(CorpusError) {
    var search = Search(shard: shard, allowsEmpty: allowsEmpty)
    for path in paths { try search.find(path, dividesNamed: dividesNamed) }
    try list { (path) throws(CorpusError) in try search.find(path, dividesNamed: true) }
    self.list = search.list.list
    self.shard = shard
    named = search.named
    unfinished = search.unfinished
    archiveNotes = search.archiveNotes
  }

  /// Returns whether a path leads to a folder or a tar of logs, and not to a log.
  package static func isContainer(_ path: String) -> Bool {
    switch try? kind(of: path) {
    case .folder: true
    case .regular: path.hasSuffix(".tar")
    default: false
    }
  }

  private struct Search {
    let shard: Shard?
    let allowsEmpty: Bool
    let list = PathList.Builder()
    var named: Set<String> = []
    var unfinished: [String] = []
    var archiveNotes: [String] = []
    private var count = 0

    init(shard: Shard?, allowsEmpty: Bool) {
      (self.shard, self.allowsEmpty) = (shard, allowsEmpty)
    }

    mutating func find(_ path: String, dividesNamed: Bool) throws(CorpusError) {
      switch try Corpus.kind(of: path) {
      case .folder: try find(under: path)
      case nil: throw FileKind(at: path.partial) == nil ? .missing(path) : .unfinished(path)
      case .regular where path.hasSuffix(".tar"): try find(in: path)
      case .some(let kind):
        try Corpus.checkReadable(path, kind)
        add(path, name: dividesNamed ? path.utf8[...] : nil)
        named.insert(path)
        if Corpus.isLeftOver(path.partial, of: path) { unfinished.append(path.partial) }
      }
    }

    /// Finds the logs in a tar archive, in the order of the bytes of their names.
    private mutating func find(in path: String) throws(CorpusError) {
      let before = count
      let start = path.utf8.count + 1
      do throws(TarError) {
        let archive = try TarArchive(path: path)
        try archive.forEachLog { log, _ in add(log, name: log.utf8.dropFirst(start)) }
        if let note = archive.indexState.note(on: path) { archiveNotes.append(note) }
      } catch {
        throw .badArchive(path, reason: error.description)
      }
      guard count > before || allowsEmpty else { throw .empty(folder: path) }
    }

    private mutating func find(under folder: String) throws(CorpusError) {
      let before = count
      let start = folder.hasSuffix("/") ? folder.utf8.count : folder.utf8.count + 1
      try Corpus.forEachFile(under: folder) { (file) throws(CorpusError) in
        if file.path.hasSuffix(LogFile.suffix.partial) {
          let log = LogFile.finishedPath(of: file.path)
          if Corpus.isLeftOver(file.path, of: log) { unfinished.append(file.path) }
          return
        }
        // A listed path that does not exist is a broken link.
        guard let kind = try file.followedKind else { throw .unreadable(file.path, code: ENOENT) }
        guard kind != .folder else { return }
        if kind != .regular || file.isForbidden { try Corpus.checkReadable(file.path, kind) }
        add(file.path, name: file.path.utf8.dropFirst(start))
      }
      guard count > before || allowsEmpty else { throw .empty(folder: folder) }
    }

    /// Adds a log, unless it belongs to a different shard. Shards depend on names below the folder,
    /// and are therefore the same wherever the folder is stored. A log without a name is in all
    /// shards.
    private mutating func add(_ path: String, name: Substring.UTF8View?) {
      defer { count += 1 }
      if let shard, let name, !shard.holds(name) { return }
      list.append(path, ordinal: count)
    }
  }

  private static func forEachFile(
    under folder: String, _ body: (FolderListing.File) throws(CorpusError) -> Void
  ) throws(CorpusError) {
    do {
      var listing = try FolderListing(of: folder) {
        $0.hasSuffix(LogFile.suffix) || $0.hasSuffix(LogFile.suffix.partial)
      }
      while let file = try listing.next() { try body(file) }
    } catch let error as FolderListing.Failure {
      throw .unreadable(error.path, code: error.code)
    } catch let error as CorpusError {
      throw error
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns the logs under a folder, readable or not. Throws an error if there is none.
  package static func logs(under folder: String) throws(CorpusError) -> [String] {
    try check(folder: folder)
    var logs: [String] = []
    try forEachFile(under: folder) { file in
      if file.path.hasSuffix(LogFile.suffix), (file.kind ?? FileKind(at: file.path)) != .folder {
        logs.append(file.path)
      }
    }
    guard !logs.isEmpty else { throw .empty(folder: folder) }
    return logs
  }

  /// Returns whether a recording has no log of its own: the log doesn't exist, or isn't newer.
  fileprivate static func isLeftOver(_ recording: String, of log: String) -> Bool {
    var (recorded, completed) = (stat(), stat())
    guard stat(recording.pathBytes, &recorded) == 0 else { return false }
    guard stat(log.pathBytes, &completed) == 0 else { return true }
    return (recorded.modified.tv_sec, recorded.modified.tv_nsec)
      >= (completed.modified.tv_sec, completed.modified.tv_nsec)
  }

  fileprivate static func kind(of path: String) throws(CorpusError) -> FileKind? {
    var status = stat()
    if stat(path.pathBytes, &status) == 0 { return FileKind(mode: status.st_mode) }
    let code = errno
    if code == ENOTDIR {
      do throws(TarError) {
        if let exists = try TarArchive.hasMember(at: path) { return exists ? .regular : nil }
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

  /// Throws an error if the user may not read a log, which would otherwise be reported as damaged.
  fileprivate static func checkReadable(_ path: String, _ kind: FileKind) throws(CorpusError) {
    guard kind == .regular else { throw .noFile(path) }
    // The members of a tar archive are readable if the archive is.
    guard FolderListing.isReadable(path) || errno == ENOTDIR else {
      throw .unreadable(path, code: errno)
    }
  }

  package func filtered(_ isWanted: (String) -> Bool) -> Corpus {
    var corpus = self
    corpus.list = list.filter(isWanted)
    return corpus
  }

  package func only(_ paths: [String]) -> Corpus {
    var corpus = self
    corpus.list = PathList(paths)
    return corpus
  }
}

extension String {
  /// The path of a log while it is being written.
  fileprivate var partial: String { LogFile.partialPath(for: self) }
}

extension FolderListing.File {
  fileprivate var followedKind: FileKind? {
    get throws(CorpusError) {
      if let kind, kind != .link { return kind }
      return try Corpus.kind(of: path)
    }
  }
}

/// An error that leaves a corpus without logs to replay.
public enum CorpusError: Error, Equatable, Sendable {
  /// No file or folder exists at the path.
  case missing(String)
  /// No log exists at the path, but an unfinished recording of it does.
  case unfinished(String)
  /// The path does not lead to a file.
  case noFile(String)
  /// The path does not lead to a folder.
  case noFolder(String)
  /// A log or folder is unreadable; the code is an `errno`.
  case unreadable(String, code: Int32)
  /// The folder or tar archive contains no logs.
  case empty(folder: String)
  /// The list of paths is empty.
  case emptyList(String)
  /// The path leads to or into a tar archive that is unreadable.
  case badArchive(String, reason: String)
}

extension CorpusError: CustomStringConvertible {
  /// The missing or invalid path, and the expected one.
  public var description: String {
    switch self {
    case .missing(let path):
      "there is no file or folder '\(path)'"
    case .unfinished(let path):
      "there is no '\(path)', only the unfinished recording '\(path).partial'; 'recover' creates a "
        + "log from it"
    case .noFile(let path):
      "'\(path)' is not a file; give the path of a log or of a folder of logs"
    case .noFolder(let path):
      "'\(path)' is not a folder; give the path of a folder of logs"
    case .unreadable(let path, let code):
      "'\(path)' cannot be read: \(SystemError.text(for: code)). Check the name and the "
        + "permissions."
    case .empty(let folder):
      "there is no log under '\(folder)': logs are files whose names end in '.reprise'"
    case .emptyList(let file):
      "the list '\(file)' contains no paths; write the path of a log or a folder on each line"
    case .badArchive(_, let reason): reason
    }
  }
}
