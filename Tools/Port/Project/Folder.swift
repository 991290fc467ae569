import Foundation

/// The files of a folder, in an order that does not depend on the file system.
enum Folder {
  /// Folders that contain no sources of the app itself.
  private static let skipped: Set = [
    ".build", ".git", ".swiftpm", "Carthage", "DerivedData", "Pods", "node_modules",
  ]

  static func exists(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Returns the paths of files, relative to the folder and sorted.
  static func files(in folder: String, where isTaken: (String) -> Bool) -> [String] {
    var found: [String] = []
    let files = FileManager.default.enumerator(atPath: folder)
    while let path = files?.nextObject() as? String {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if skipped.contains(name) {
        files?.skipDescendants()
      } else if isTaken(path) {
        found.append(path)
      }
    }
    return found.sorted()
  }
}
