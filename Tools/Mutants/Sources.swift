import Foundation

enum Sources {
  /// The keys are paths relative to the folder.
  static func read(_ folder: URL) throws -> [String: String] {
    var sources: [String: String] = [:]
    let files = FileManager.default.enumerator(atPath: folder.path)
    while let path = files?.nextObject() as? String {
      guard path.hasSuffix(".swift") else { continue }
      sources[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    return sources
  }
}
