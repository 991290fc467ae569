import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The logs that paths name: files, and all logs under folders.
package struct Corpus: Equatable, Sendable {
  /// The paths of the logs, in the order of the arguments, those of a folder in alphabetical order.
  package private(set) var paths: [String]

  /// Finds the logs that paths name.
  package init(paths: [String]) throws(CorpusError) {
    self.paths = []
    for path in paths {
      var status = stat()
      guard stat(path.pathBytes, &status) == 0 else { throw .missing(path: path) }
      let isFolder = FileKind(mode: status.st_mode) == .folder
      self.paths += isFolder ? try Self.logs(under: path) : [path]
    }
  }

  /// Every so-manieth log, beginning with the one of an index from 1.
  package func shard(_ index: Int, of count: Int) -> Corpus {
    var corpus = self
    corpus.paths = paths.indices.filter { $0 % count == index - 1 }.map { paths[$0] }
    return corpus
  }

  private static func logs(under folder: String) throws(CorpusError) -> [String] {
    var logs: [String]
    do throws(FolderListing.Failure) {
      logs = try FolderListing(of: folder) { $0.hasSuffix(".reprise") }.paths
      logs.sort()
    } catch {
      throw .unreadable(description: "\(error.path): \(String(cString: strerror(error.code)))")
    }
    guard !logs.isEmpty else { throw .empty(folder: folder) }
    return logs
  }
}

/// Why there is nothing to replay.
package enum CorpusError: Error, Equatable, Sendable {
  /// There is no such file or folder.
  case missing(path: String)
  /// A folder could not be read.
  case unreadable(description: String)
  /// There are no logs under the folder.
  case empty(folder: String)
}
