package import Foundation

/// A folder of a test's own, removed with all that is in it when the test lets go of it.
package final class TemporaryFolder: Sendable {
  /// Where the folder is.
  package let path: String

  /// Creates an empty folder.
  package init() throws {
    var template = Array(
      "\(FileManager.default.temporaryDirectory.path)/reprise-XXXXXX".utf8CString)
    guard let name = mkdtemp(&template) else { throw POSIXError(.EIO) }
    path = String(cString: name)
  }

  deinit {
    // What cannot be removed stays in the folder for temporary files.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of what is in the folder, or in a folder in it, in order.
  package func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }

  /// The paths of all that is in the folder and in those in it, relative to it and in order.
  package var files: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  /// The text of a file, in which what is not UTF-8 is replaced.
  package func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  /// Writes a file, and returns its path.
  @discardableResult
  package func write(_ text: String, as name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Writes a file of bytes.
  package func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: file(name)))
  }
}

/// The bytes of a file.
package func bytes(of path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Writes a file of bytes.
package func write(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}
