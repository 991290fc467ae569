import Foundation

/// An error that ends the program before a package is written.
package enum PortError: Error, Equatable {
  case noFolder(String)
  case noSwift(String)
  case noArchitecture(String)
  case unreadable(String)
  case notText(String)
  case notSwift(String, line: Int, String)
  case notAProject(String)
  /// A manifest cannot be evaluated; the reason is the package manager's.
  case manifest(String, String)
  /// The folder for the package has contents that this program did not write.
  case notGenerated(String)
  /// The folder for the package is the app's, or contains it.
  case insideOut(String)
  case noModule(String, known: [String])
  case noRoot(String)
  /// The package of Reprise is not at a path.
  case noReprise(String)
  case system(String)
}

extension PortError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noFolder(let path): "'\(path)' isn't a folder; name the folder of a package or an app"
    case .noSwift(let path): "'\(path)' contains no Swift files; name the folder of the app"
    case .noArchitecture(let path):
      """
      no file in '\(path)' imports ComposableArchitecture or a module of its companions; \
      see 'Documentation/HowTo/PortAnApp.md'
      """
    case .unreadable(let path): "cannot read '\(path)'"
    case .notText(let path): "'\(path)' isn't text in UTF-8"
    case .notSwift(let path, let line, let message):
      """
      \(path):\(line): error: \(message); mend the file, or leave it out with '--exclude'
      """
    case .notAProject(let path): "'\(path)' isn't an Xcode project that this program can read"
    case .manifest(let path, let reason): "cannot evaluate '\(path)': \(reason)"
    case .notGenerated(let path):
      "'\(path)' isn't empty, and was not written by this program; choose a different folder"
    case .insideOut(let path):
      "'\(path)' contains the app; choose a folder beside or within it"
    case .noModule(let name, let known):
      "no module '\(name)'; the app has \(known.joined(separator: ", "))"
    case .noRoot(let name): "no reducer '\(name)' was taken; see the report"
    case .noReprise(let path): "'\(path)' isn't the folder of Reprise; it has no 'Compatibility'"
    case .system(let message): message
    }
  }
}

/// Calls code of Foundation, and converts its errors.
func call<Result>(_ body: () throws -> Result) throws(PortError) -> Result {
  do {
    return try body()
  } catch let error as PortError {
    throw error
  } catch {
    throw .system("\(error.localizedDescription)")
  }
}
