package import CommandLineKit
import Platform
import ReplayCorpus
package import SessionLog
import SessionModel
import SessionRecording
import SessionReplay

package enum ServedLogs: Equatable, Sendable {
  case log(String)
  case folder(String)

  package struct Entry: Equatable, Sendable {
    package let name: String
    package let path: String
    /// Whether an app is writing the log.
    package let isBeingWritten: Bool
    /// `nil` if the file was removed during the listing.
    package let stamp: LogStamp?

    var bytes: UInt64 { stamp.map { UInt64($0.bytes) } ?? 0 }
  }

  package struct Listing: Equatable, Sendable {
    package var entries: [Entry] = []
    /// The reason why a subfolder can't be read.
    package var failure: ServedLogsError?
  }

  /// Finds the log or the folder at a path. A log that is being written has a temporary name.
  package init(path: String) throws(ServedLogsError) {
    let unfinished = path + LogFile.partialSuffix
    if FileBytes.size(of: unfinished) != nil {
      self = .log(unfinished)
      try Self.check(unfinished)
    } else if FileBytes.isFolder(path) {
      self = .folder(path)
      _ = try list()
    } else {
      self = .log(path)
      try Self.check(path)
    }
  }

  /// Throws an error if a file is not a log, unless its header may still be written.
  private static func check(_ path: String) throws(ServedLogsError) {
    do throws(LogReaderError) {
      _ = try LogReader(path: path, options: .session)
    } catch {
      switch error {
      case .emptyFile where LogReader.isBeingWritten(path: path),
        .truncatedHeader where LogReader.isBeingWritten(path: path):
        break
      default: throw .log(error)
      }
    }
  }

  /// Lists the logs of a folder. Throws an error if the folder itself can't be read.
  package func list() throws(ServedLogsError) -> Listing {
    guard case .folder(let folder) = self else { return Listing() }
    var files: FolderListing
    do throws(FolderListing.Failure) {
      files = try FolderListing(of: folder, where: Self.isLog)
    } catch {
      throw ServedLogsError(error)
    }
    var listing = Listing()
    let start = folder.utf8.count + (folder.hasSuffix("/") ? 0 : 1)
    while true {
      do throws(FolderListing.Failure) {
        guard let file = try files.next() else { return listing }
        // A symbolic link could lead out of the folder.
        guard (file.kind ?? FileKind(at: file.path)) == .regular else { continue }
        listing.entries.append(
          Entry(
            name: String(decoding: file.path.utf8.dropFirst(start), as: UTF8.self),
            path: file.path,
            isBeingWritten: file.path.hasSuffix(LogFile.partialSuffix)
              && LogReader.isBeingWritten(path: file.path),
            stamp: LogStamp(of: file.path)))
      } catch {
        // A subfolder may be removed during the listing.
        if FileKind(at: error.path) != nil { listing.failure = ServedLogsError(error) }
      }
    }
  }

  /// Returns the path of a log. Below a folder, the name must lead to a regular file whose parents
  /// are folders, because a symbolic link, `.` or `..` could lead out of the folder.
  package func path(named name: String?) -> String? {
    switch self {
    case .log(let path): return name == nil ? path : nil
    case .folder(let folder):
      guard let name, Self.isLog(name), !name.utf8.contains(0) else { return nil }
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return nil }
      var path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
      for index in parts.indices {
        path += "/\(parts[index])"
        let kind: FileKind = index == parts.count - 1 ? .regular : .folder
        guard FileKind(at: path) == kind else { return nil }
      }
      return path
    }
  }

  /// Returns the path of a log, which changes when an unfinished log is finished.
  static func currentPath(of path: String) -> String {
    guard path.hasSuffix(LogFile.partialSuffix), FileBytes.size(of: path) == nil else {
      return path
    }
    return LogFile.finishedPath(of: path)
  }

  private static func isLog(_ name: String) -> Bool {
    name.hasSuffix(LogFile.suffix)
      || name.hasSuffix(LogFile.partialPath(for: LogFile.suffix))
  }
}

package enum ServedLogsError: Error, Equatable, Sendable {
  /// The log can't be read, and is not being written.
  case log(LogReaderError)
  case unreadable(path: String, SystemFailure)

  init(_ failure: FolderListing.Failure) {
    self = .unreadable(path: failure.path, SystemFailure(code: failure.code))
  }
}

extension ServedLogsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .log(let error): error.description.visible
    case .unreadable(let path, let failure): "cannot read '\(path.visible)': \(failure)"
    }
  }
}
