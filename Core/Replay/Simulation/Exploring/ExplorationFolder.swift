import Foundation

/// A folder that an exploration writes to.
package struct ExplorationFolder: Sendable {
  package let path: String
  /// The option that selects a different folder.
  private let option: String

  /// Creates the folder if necessary.
  package init(_ path: String, from option: String) throws(ExplorationFolderError) {
    (self.path, self.option) = (path, option)
    try writing {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  func writing(_ write: () throws -> Void) throws(ExplorationFolderError) {
    do {
      try write()
    } catch {
      let reason = (error as NSError).localizedFailureReason ?? error.localizedDescription
      throw ExplorationFolderError(path: path, option: option, reason: reason)
    }
  }
}

package struct ExplorationFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  let path: String
  let option: String
  let reason: String

  package var description: String {
    "cannot write to '\(path)': \(reason) Give another folder with '--\(option)'."
  }
}
