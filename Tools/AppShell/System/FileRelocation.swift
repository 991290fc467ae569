import ComposableArchitecture
package import Foundation

/// A folder of a person, whose files a data folder can hold instead.
package struct KnownFolder: Equatable, Sendable {
  /// The name of the folder within a data folder.
  package let name: String
  /// The path of the person's folder.
  package let path: String

  /// Describes a folder.
  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// The folders of the person who runs the program, and the current one.
  static var all: [KnownFolder] {
    var folders = [
      KnownFolder(name: "Documents", path: URL.documentsDirectory.path(percentEncoded: false)),
      KnownFolder(
        name: "Application Support",
        path: URL.applicationSupportDirectory.path(percentEncoded: false)),
      KnownFolder(name: "Caches", path: URL.cachesDirectory.path(percentEncoded: false)),
      KnownFolder(name: "Home", path: NSHomeDirectory()),
    ]
    // Foundation asks the system's user database, and not the variable, for the home folder.
    if let home = ProcessInfo.processInfo.environment["HOME"], home.hasPrefix("/") {
      folders.append(KnownFolder(name: "Home", path: home))
    }
    folders.append(KnownFolder(name: "Current", path: FileManager.default.currentDirectoryPath))
    return folders
  }
}

/// The locations of an app's shared files in a data folder.
package struct FileRelocation: Sendable {
  private struct Root {
    let path: String
    let target: String
  }

  /// The folders whose files are moved, the innermost first.
  private let roots: [Root]
  /// The folder that holds the files.
  private let shared: String
  /// Whether folders are moved at all.
  let movesFiles: Bool

  /// Moves the files of known folders into a data folder; what is in it already stays.
  package init(folder: String, known: [KnownFolder]) {
    let folder = Self.path(of: URL(filePath: folder))
    let shared = "\(folder)/shared"
    self.shared = shared
    movesFiles = !known.isEmpty
    let moved = known.map { known in
      Root(path: Self.path(of: URL(filePath: known.path)), target: "\(shared)/\(known.name)")
    }
    // Where the path is the same, the first one counts: the order of a sort is not said to be stable.
    roots = ([Root(path: folder, target: folder)] + moved).filter { $0.path != "/" }.enumerated()
      .sorted { ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset) }
      .map(\.element)
  }

  /// The property list that holds the user defaults.
  package var appStorage: URL { URL(filePath: "\(shared)/AppStorage.plist") }

  /// The location of a file; `nil` if it is in none of the folders.
  package func location(of url: URL) -> URL? {
    guard url.isFileURL else { return nil }
    let path = Self.path(of: url)
    let root = roots.first { path == $0.path || path.hasPrefix($0.path + "/") }
    return root.map { URL(filePath: $0.target + path.dropFirst($0.path.count)) }
  }

  /// The absolute path of a URL without `.` and `..`, and without a slash at its end.
  private static func path(of url: URL) -> String {
    let path = url.standardizedFileURL.path(percentEncoded: false)
    return path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
