import Foundation

extension FileManager {
  /// Copies a file that may be cut meanwhile. Foundation's own copy would then never end.
  func copyChangingFile(atPath source: String, toPath destination: String) throws {
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: source))
    defer { try? input.close() }
    var content = Data()
    while let part = try input.read(upToCount: 1 << 20), !part.isEmpty { content += part }
    try content.write(to: URL(fileURLWithPath: destination))
  }
}
