import Foundation
import Testing

/// The lines of a source file of the app that crashes, to find the locations in reports.
struct SourceLines {
  private let name: String
  private let lines: [Substring]

  init(of name: String, testFile: String = #filePath) throws {
    self.name = name
    let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../FaultyApp/\(name)")
    lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns the module, file and number of the only line that contains a text.
  func location(of text: String) throws -> String {
    let found = lines.indices.filter { lines[$0].contains(text) }
    try #require(found.count == 1, "\(text) is in \(found.count) lines of \(name)")
    return "FaultyApp/\(name):\(found[0] + 1)"
  }
}
