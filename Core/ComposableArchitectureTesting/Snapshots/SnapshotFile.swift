import Foundation

/// The file that keeps a snapshot.
struct SnapshotFile {
  let url: URL

  /// The file of a snapshot of a test: `__Snapshots__/FileName/testName.identifier.txt`.
  init(directory: URL, test: String, identifier: String, pathExtension: String?) {
    let name = [test.pathComponent, identifier.pathComponent] + [pathExtension].compactMap { $0 }
    url = directory.appendingPathComponent(name.joined(separator: "."))
  }

  /// The folder of all snapshots of a file of tests, which stands beside it.
  static func directory(besideTestsIn path: String) -> URL {
    let file = URL(fileURLWithPath: path)
    return file.deletingLastPathComponent().appendingPathComponent("__Snapshots__")
      .appendingPathComponent(file.deletingPathExtension().lastPathComponent)
  }

  var path: String { url.path }

  var exists: Bool {
    FileManager.default.fileExists(atPath: path)
  }

  func read<Format>(_ diffing: Diffing<Format>) throws(SnapshotError) -> Format {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .unreadable(path: path, error)
    }
    do {
      return try diffing.fromData(data)
    } catch {
      throw .undecodable(path: path, error)
    }
  }

  func write<Format>(_ snapshot: Format, _ diffing: Diffing<Format>) throws(SnapshotError) {
    do {
      let data = try diffing.toData(snapshot)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    } catch {
      throw .unwritable(path: path, error)
    }
  }
}

extension String {
  /// The text with a hyphen for each run of what is neither a letter, a digit nor an underscore.
  fileprivate var pathComponent: String {
    let words = split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.isEmpty ? "unnamed" : words.joined(separator: "-")
  }
}
