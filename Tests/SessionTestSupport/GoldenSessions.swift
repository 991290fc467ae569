import Foundation
package import SessionReplay

/// The golden logs in `Tests/Sessions`.
package enum GoldenSessions {
  /// The path of their folder.
  package static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sessions").path

  /// The logs that this version has recorded, by their names in order.
  package static var names: [String] { allNames.filter { !$0.contains("/") } }

  /// The logs of all levels and ages, by their paths below the folder in order.
  package static var allNames: [String] {
    let files = FileManager.default.enumerator(atPath: folder)?.allObjects ?? []
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".reprise") }.sorted()
  }

  /// Opens a log.
  package static func open(_ name: String) throws -> SessionReader {
    try SessionReader(path: "\(folder)/\(name)")
  }
}
