import Foundation
package import SessionDocument
import SessionReplay

/// The golden logs in `Tests/Sessions`.
package enum GoldenSessions {
  package static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sessions").path

  /// The names of the logs that this version recorded, sorted.
  package static var names: [String] { allNames.filter { !$0.contains("/") } }

  /// The paths, relative to the folder, of the logs of all levels and versions, sorted.
  package static var allNames: [String] {
    let files = FileManager.default.enumerator(atPath: folder)?.allObjects ?? []
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".reprise") }.sorted()
  }

  package static func open(_ name: String) throws -> SessionReader {
    try SessionReader(path: "\(folder)/\(name)")
  }
}
