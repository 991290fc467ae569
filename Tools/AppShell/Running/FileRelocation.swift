import ComposableArchitecture
package import Foundation

/// A folder of the user whose files can be kept in a data folder instead.
package struct KnownFolder: Equatable, Sendable {
  package let name: String
  package let path: String

  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// The folders of the user who runs the program, and the current folder.
  static var all: [KnownFolder] {
    var folders = [
      KnownFolder(name: "Documents", path: URL.documentsDirectory.path(percentEncoded: false)),
      KnownFolder(
        name: "Application Support",
        path: URL.applicationSupportDirectory.path(percentEncoded: false)),
      KnownFolder(name: "Caches", path: URL.cachesDirectory.path(percentEncoded: false)),
      KnownFolder(name: "Home", path: NSHomeDirectory()),
    ]
    // Foundation takes the home folder from the system's user database, not from the variable.
    if let home = ProcessInfo.processInfo.environment["HOME"], home.hasPrefix("/") {
      folders.append(KnownFolder(name: "Home", path: home))
    }
    folders.append(KnownFolder(name: "Current", path: FileManager.default.currentDirectoryPath))
    return folders
  }
}

/// A mapping of the locations of an app's shared files into a data folder.
package struct FileRelocation: Sendable {
  private struct Root {
    let path: String
    let target: String
  }

  private let roots: [Root]
  private let shared: String
  let movesFiles: Bool

  /// Maps the files of known folders into a data folder. Files that are already in it stay there.
  package init(folder: String, known: [KnownFolder]) {
    let folder = Self.path(of: URL(filePath: folder))
    let shared = "\(folder)/shared"
    self.shared = shared
    movesFiles = !known.isEmpty
    let moved = known.map { known in
      Root(path: Self.path(of: URL(filePath: known.path)), target: "\(shared)/\(known.name)")
    }
    // Of roots with equal paths, the first one is used. Offsets make the sort stable.
    roots = ([Root(path: folder, target: folder)] + moved).filter { $0.path != "/" }.enumerated()
      .sorted { ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset) }
      .map(\.element)
  }

  package var appStorage: URL { URL(filePath: "\(shared)/AppStorage.plist") }

  /// Returns the new location of a file; `nil` if it isn't in one of the folders.
  package func location(of url: URL) -> URL? {
    guard url.isFileURL else { return nil }
    let path = Self.path(of: url)
    let root = roots.first { path == $0.path || path.hasPrefix($0.path + "/") }
    return root.map { URL(filePath: $0.target + path.dropFirst($0.path.count)) }
  }

  /// Returns the absolute path of a URL without `.`, `..` and a trailing slash.
  private static func path(of url: URL) -> String {
    let path = url.standardizedFileURL.path(percentEncoded: false)
    return path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
