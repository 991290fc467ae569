package import SessionLog
import SessionRecording
import SessionReplay

/// The logs that are served: one, or those of a folder.
package enum ServedLogs: Equatable, Sendable {
  /// The path of one log, which need not be finished.
  case log(String)
  /// The path of a folder.
  case folder(String)

  /// A log of a folder.
  package struct Entry: Equatable, Sendable {
    /// The path from the folder on.
    package let name: String
    package let path: String
    /// Whether the log is being written, or was not finished.
    package let isUnfinished: Bool
    package let bytes: UInt64
  }

  /// Finds what is at a path; a log may be there under the name that it has while it is written.
  package init(path: String) throws(ServedLogsError) {
    let unfinished = path + LogFormat.partialSuffix
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

  /// Refuses what is no log, unless it may still become one.
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

  /// The logs of the folder, in alphabetical order; none where one log is served.
  package func entries() throws(ServedLogsError) -> [Entry] {
    guard case .folder(let folder) = self else { return [] }
    do throws(FolderListing.Failure) {
      var listing = try FolderListing(of: folder, where: Self.isLog)
      var entries: [Entry] = []
      let start = folder.utf8.count + (folder.hasSuffix("/") ? 0 : 1)
      while let file = try listing.next() {
        // A link would lead out of the folder.
        guard (file.kind ?? FileKind(at: file.path)) == .regular else { continue }
        entries.append(
          Entry(
            name: String(decoding: file.path.utf8.dropFirst(start), as: UTF8.self),
            path: file.path,
            isUnfinished: file.path.hasSuffix(LogFormat.partialSuffix),
            bytes: UInt64(FileBytes.size(of: file.path) ?? 0)))
      }
      return entries
    } catch {
      throw .unreadable(path: error.path, SystemFailure(code: error.code))
    }
  }

  /// The path of the log that a page asks for; a name is one of the list, and never a path.
  package func path(named name: String?) -> String? {
    switch self {
    case .log(let path): name == nil ? path : nil
    case .folder: (try? entries())?.first { $0.name == name }?.path
    }
  }

  private static func isLog(_ name: String) -> Bool {
    name.hasSuffix(suffix) || name.hasSuffix(suffix + LogFormat.partialSuffix)
  }

  private static let suffix = ".reprise"
}

/// Why nothing can be served.
package enum ServedLogsError: Error, Equatable, Sendable {
  /// There is no log, and none is being written.
  case log(LogReaderError)
  /// A folder cannot be read.
  case unreadable(path: String, SystemFailure)
}

extension ServedLogsError: CustomStringConvertible {
  /// What failed, and the remedy.
  package var description: String {
    switch self {
    case .log(let error): error.description.visible
    case .unreadable(let path, let failure): "cannot read '\(path.visible)': \(failure)"
    }
  }
}
