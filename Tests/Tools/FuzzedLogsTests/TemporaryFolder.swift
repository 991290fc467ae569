import Foundation

/// A folder of its own for a test, removed with all that is in it when the test lets go of it.
final class TemporaryFolder {
  let path: String

  init() throws {
    let name = "reprise-fuzzed-logs-\(ProcessInfo.processInfo.globallyUniqueString)"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
