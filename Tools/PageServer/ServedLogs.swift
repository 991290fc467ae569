package import CommandLineKit
import ReplayCorpus
package import SessionLog
import SessionRecording
import SessionReplay

package enum ServedLogs: Equatable, Sendable {
  case log(String)
  case folder(String)

  package struct Entry: Equatable, Sendable {
    package let name: String
    package let path: String
    package let isUnfinished: Bool
    package let bytes: UInt64
  }

  /// Finds the log or the folder at a path. A log that is being written has a temporary name.
  package init(path: String) throws(ServedLogsError) {
    let unfinished = path + LogFile.partialSuffix
    if FileBytes.size(of: unfinished) != nil {
      self = .log(unfinished)
      try Self.check(unfinished)
    } else if FileBytes.isFolder(path) {
      self = .folder(path)
      _ = try entries()
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

  package func entries() throws(ServedLogsError) -> [Entry] {
    guard case .folder(let folder) = self else { return [] }
    do throws(FolderListing.Failure) {
      var listing = try FolderListing(of: folder, where: Self.isLog)
      var entries: [Entry] = []
      let start = folder.utf8.count + (folder.hasSuffix("/") ? 0 : 1)
      while let file = try listing.next() {
        // A symbolic link could lead out of the folder.
        guard (file.kind ?? FileKind(at: file.path)) == .regular else { continue }
        entries.append(
          Entry(
            name: String(decoding: file.path.utf8.dropFirst(start), as: UTF8.self),
            path: file.path,
            isUnfinished: file.path.hasSuffix(LogFile.partialSuffix),
            bytes: UInt64(FileBytes.size(of: file.path) ?? 0)))
      }
      return entries
    } catch {
      throw .unreadable(path: error.path, SystemFailure(code: error.code))
    }
  }

  /// Returns the path of a log. The name is only compared to the entries, never used as a path.
  package func path(named name: String?) -> String? {
    switch self {
    case .log(let path): name == nil ? path : nil
    case .folder: (try? entries())?.first { $0.name == name }?.path
    }
  }

  /// Returns the path of a log, which changes when an unfinished log is finished.
  static func currentPath(of path: String) -> String {
    guard path.hasSuffix(LogFile.partialSuffix), FileBytes.size(of: path) == nil else {
      return path
    }
    return String(path.dropLast(LogFile.partialSuffix.count))
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
}

extension ServedLogsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .log(let error): error.description.visible
    case .unreadable(let path, let failure): "cannot read '\(path.visible)': \(failure)"
    }
  }
}
