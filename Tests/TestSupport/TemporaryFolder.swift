package import Foundation

/// A temporary folder, which is removed with its contents when it is deallocated.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    var template = Array(
      "\(FileManager.default.temporaryDirectory.path)/reprise-XXXXXX".utf8CString)
    guard let name = mkdtemp(&template) else { throw POSIXError(.EIO) }
    path = String(cString: name)
  }

  deinit {
    // A file that cannot be removed is left for the system to clean up.
    try? FileManager.default.removeItem(atPath: path)
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Returns the sorted names of the items in the folder or a subfolder.
  package func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }

  /// The sorted relative paths of all items in the folder and its subfolders.
  package var files: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  /// Returns the text of a file, with invalid UTF-8 replaced.
  package func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  /// Writes a string to a file, and returns its path.
  @discardableResult
  package func write(_ text: String, as name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  package func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: file(name)))
  }
}

package func bytes(of path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Returns the contents of a compressed file, as `gzip -dc` prints them.
package func inflated(_ path: String) throws -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["gzip", "-dc", path]
  let output = Pipe()
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = output
  try process.run()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0, !data.isEmpty else {
    throw CocoaError(.fileReadCorruptFile)
  }
  return data
}

package func write(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}
