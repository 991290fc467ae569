import Foundation

/// The folder of the ported package. Only changed files are written, and files of an earlier port
/// that are gone are removed.
struct OutputFolder {
  let path: String

  /// The file that shows that the folder was generated.
  static let stateFile = ".reprise-port.json"

  /// Checks that the folder is empty, or that an earlier port wrote it.
  init(_ path: String, source: String) throws(PortError) {
    self.path = path
    guard !source.isWithin(path) else { throw .insideOut(path) }
    let contents = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // The folder for builds may exist alone, for example from a cache.
    let others = contents.filter { $0 != ".build" }
    guard others.isEmpty || others.contains(Self.stateFile) else { throw .notGenerated(path) }
    try call(writing: path) {
      try FileManager.default.createDirectory(
        atPath: "\(path)/.build/port", withIntermediateDirectories: true)
    }
  }

  /// Writes all files of the package, by their paths in it. Returns the number of changed files.
  @discardableResult
  func write(_ files: [String: Data]) throws(PortError) -> Int {
    let manager = FileManager.default
    let old = Folder.files(in: path) { file in
      var isFolder: ObjCBool = false
      let exists = manager.fileExists(atPath: "\(path)/\(file)", isDirectory: &isFolder)
      return exists && !isFolder.boolValue
    }.filter { $0.isWithin("Sources") || $0.isWithin("Tests") }
    return try call(writing: path) {
      var count = 0
      for file in old where files[file] == nil {
        try manager.removeItem(atPath: "\(path)/\(file)")
        count += 1
      }
      for (file, data) in files.sorted(by: { $0.key < $1.key }) {
        let url = URL(filePath: "\(path)/\(file)")
        // A file with a new date would be compiled again.
        if manager.contents(atPath: url.path) == data { continue }
        try manager.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
        count += 1
      }
      return count
    }
  }
}
