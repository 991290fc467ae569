import Foundation

/// The logs that paths name: files, and all logs under folders.
package struct Corpus: Equatable, Sendable {
  /// The paths of the logs, in the order of the arguments, those of a folder in alphabetical order.
  package private(set) var paths: [String]

  /// Finds the logs that paths name.
  package init(paths: [String]) throws(CorpusError) {
    self.paths = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw .missing(path: path)
      }
      self.paths += isFolder.boolValue ? try Self.logs(under: path) : [path]
    }
  }

  /// Every so-manieth log, beginning with the one of an index from 1.
  package func shard(_ index: Int, of count: Int) -> Corpus {
    var corpus = self
    corpus.paths = paths.indices.filter { $0 % count == index - 1 }.map { paths[$0] }
    return corpus
  }

  private static func logs(under folder: String) throws(CorpusError) -> [String] {
    var failure: String?
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil,
      errorHandler: { url, error in
        failure = failure ?? "\(url.path): \(error.localizedDescription)"
        return false
      })
    let prefix = URL(fileURLWithPath: folder).path
    let logs = (files?.allObjects ?? []).compactMap { ($0 as? URL)?.path }
      .filter { $0.hasSuffix(".reprise") }
      .map { folder.withoutTrailingSlash + $0.dropFirst(prefix.count) }
      .sorted()
    if let failure { throw .unreadable(description: failure) }
    guard !logs.isEmpty else { throw .empty(folder: folder) }
    return logs
  }
}

extension String {
  fileprivate var withoutTrailingSlash: String {
    count > 1 && hasSuffix("/") ? String(dropLast()) : self
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
