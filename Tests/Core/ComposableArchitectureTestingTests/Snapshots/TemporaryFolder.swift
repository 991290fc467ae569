import Foundation

/// A folder of a test's own, which goes away with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("\(NSTemporaryDirectory())/snapshots-XXXXXX".utf8CString)
    guard let name = mkdtemp(&template) else { throw POSIXError(.EIO) }
    path = String(cString: name)
  }

  deinit {
    // What cannot be removed stays in the folder for temporary files.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names of all files in it, in order.
  var files: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}
