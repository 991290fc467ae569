import ComposableArchitecture
import Foundation
import SessionReplay

/// The features whose sources have changed since a revision, as git tells.
package struct ChangedFeatures {
  private let names: Set<String>

  /// Asks git for the files that differ from a revision.
  init(since revision: String) throws(ChangedFeaturesError) {
    let git = Process()
    let (output, errors) = (Pipe(), Pipe())
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "diff", "--name-only", "-z", "--end-of-options", revision, "--"]
    git.standardOutput = output
    git.standardError = errors
    do { try git.run() } catch {
      throw ChangedFeaturesError(revision: revision, message: error.localizedDescription)
    }
    let list = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    let text = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
    git.waitUntilExit()
    guard git.terminationStatus == 0 else {
      let message = String(decoding: text, as: UTF8.self).split(separator: "\n").first
      throw ChangedFeaturesError(revision: revision, message: message.map(String.init) ?? "")
    }
    self.init(paths: list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  /// The features whose sources are at some paths.
  package init(paths: [String]) {
    var names: Set<String> = []
    for path in paths where path.hasSuffix(".swift") {
      for part in path.dropLast(".swift".count).split(separator: "/") {
        // A file of an aspect of a type, as `CounterFeature+Effects`, is one of the type.
        names.insert(String(part.prefix { $0 != "+" }))
      }
    }
    self.names = names
  }

  /// Whether a file of the name of a feature, or in a folder of its name, has changed.
  package func contains(_ feature: String) -> Bool {
    names.contains(feature)
      || feature.hasSuffix("Feature") && names.contains(String(feature.dropLast("Feature".count)))
  }
}

/// A revision from which git cannot tell what has changed.
struct ChangedFeaturesError: Error, CustomStringConvertible {
  let revision: String
  let message: String

  var description: String {
    "git cannot tell what has changed since '\(revision)': \(message). Give a revision of the "
      + "repository that you are in with --changed-since."
  }
}
