import Foundation
import Platform

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
  /// A file or a folder cannot be written; the reason is the system's.
  case unwritable(String, String)
  /// A package cannot be cloned; the reason is git's.
  case noClone(String, String)
  /// The folder for the package is the app's, or contains it.
  case insideOut(String)
  case noModule(String, known: [String])
  case noRoot(String?)
  case noReducer
  /// The package of Reprise is not at a path.
  case noReprise(String)
  /// The program is not in a folder of Reprise.
  case unknownReprise(String)
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
    case .manifest(let path, let reason):
      """
      cannot evaluate '\(path)': \(reason); mend it, install the toolchain that it needs, \
      or leave out its folder with '--exclude'
      """
    case .notGenerated(let path):
      "'\(path)' isn't empty, and was not written by this program; choose a different folder"
    case .unwritable(let path, let reason):
      "cannot write '\(path)': \(reason); choose a different path, or change the permissions"
    case .noClone(let location, let reason):
      "cannot clone '\(location)': \(reason); check the address, and that git can read it here"
    case .insideOut(let path):
      "'\(path)' contains the app; choose a folder beside or within it"
    case .noModule(let name, let known):
      "no module '\(name)'; the app has \(known.joined(separator: ", "))"
    case .noRoot(let name?): "no reducer '\(name)' was taken that is not within another type"
    case .noReducer: "no module of the app has a reducer"
    case .noRoot(nil):
      "no reducer has a state that needs no arguments; name one with '--root', after giving the "
        + "stored properties of its state values"
    case .noReprise(let path): "'\(path)' isn't the folder of Reprise; it has no 'Compatibility'"
    case .unknownReprise(let program):
      "'\(program)' isn't within the folder of Reprise; name that folder with '--reprise'"
    case .system(let message): message
    }
  }
}

/// Calls code of Foundation, and converts its errors. A path is that of what the code writes.
func call<Result>(
  writing path: String? = nil, _ body: () throws -> Result
) throws(PortError) -> Result {
  do {
    return try body()
  } catch let error as PortError {
    throw error
  } catch {
    let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code
    let reason = code.map { SystemError.text(for: $0.rawValue) } ?? error.localizedDescription
    throw path.map { .unwritable($0, reason) } ?? .system(reason)
  }
}
