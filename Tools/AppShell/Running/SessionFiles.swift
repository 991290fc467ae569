import CommandLineKit
import ComposableArchitecture
import Foundation
import Platform
import SessionLog
import SessionReplay

/// The locations of an app's data while the shell runs it.
///
/// Without a data folder, files stay where the app keeps them, and a repeatable session reports
/// this.
final class SessionFiles: Sendable {
  private let folder: String
  private let relocation: FileRelocation
  private let reportsOutside: Bool
  private let isStrict: Bool
  private let errors: TextSink
  /// The user defaults in the folder, or defaults in memory if the app's own were refused.
  private let defaults: UncheckedSendable<UserDefaults>?
  private let hasOutside = Mutex(false)

  init(
    folder: String, options: RunOptions, hasPrompt: Bool, errors: TextSink
  ) throws(SessionFilesError) {
    let isGiven = options.dataFolder != nil
    let isScriptRecorded = options.record != nil && !options.isTemporary && !hasPrompt
    self.folder = folder
    relocation = FileRelocation(folder: folder, known: isGiven ? KnownFolder.all : [])
    reportsOutside = isGiven || options.seed != nil || isScriptRecorded
    isStrict = options.strict
    self.errors = errors
    guard isGiven else {
      defaults = reportsOutside && isStrict ? UncheckedSendable(.inMemory) : nil
      return
    }
    let file = relocation.appStorage
    do {
      defaults = UncheckedSendable(try UserDefaults.stored(at: file, in: .fileSystem))
    } catch {
      throw .badAppStorage(path: file.path(percentEncoded: false))
    }
  }

  /// Whether the app used something outside the folder that had to be reported.
  var isOutsideUsed: Bool { hasOutside.withLock { $0 } }

  func install(in values: inout DependencyValues) {
    // The context is live even if a test runs the shell.
    values.context = .live
    values.dataStorage = FolderStorage(folder: folder).dependency
    guard reportsOutside else { return }
    // An app that has set its own storage, such as one in memory, keeps it.
    if values.defaultFileStorage == .fileSystem {
      values.defaultFileStorage = .fileSystem.relocated(by: self) { [self] in
        try location(of: $0)
      }
    }
    if relocation.movesFiles, values.defaultAppStorage === UserDefaults.standard, let defaults {
      values.defaultAppStorage = defaults.value
    }
    values.appStorageRelocation = { [self] store in replacement(of: store) }
  }

  func using<Result>(_ body: () -> Result) -> Result {
    withDependencies {
      install(in: &$0)
    } operation: {
      body()
    }
  }

  private func location(of url: URL) throws -> URL {
    if let location = relocation.location(of: url) { return location }
    let path = url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString
    reportOutside("'\(path.visible)'")
    if isStrict { throw SessionFilesError.outside(path: path) }
    return url
  }

  /// Returns the user defaults that an app gets when it requests `store`.
  private func replacement(of store: UserDefaults) -> UserDefaults {
    if relocation.movesFiles, store === UserDefaults.standard, let defaults {
      return defaults.value
    }
    reportOutside("user defaults")
    return isStrict ? defaults?.value ?? store : store
  }

  private func reportOutside(_ item: String) {
    let isFirst = hasOutside.withLock { hasOutside in
      defer { hasOutside = true }
      return !hasOutside
    }
    guard isFirst else { return }
    let remedy = relocation.movesFiles ? "" : "; --data-dir DIR keeps them in a folder"
    errors.line(
      isStrict
        ? "not strict: the app asks for \(item) outside the data folder\(remedy)"
        : "the app uses \(item) outside the data folder, so a later session may differ\(remedy)"
    )
  }
}

package enum SessionFilesError: Error, Equatable, Sendable {
  /// The file of the user defaults is not a property list.
  case badAppStorage(path: String)
  /// A strict recording must not use a file outside the data folder.
  case outside(path: String)
  /// A strict recording would begin with data from outside. The data were already reported.
  case notStrict
}

extension SessionFilesError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badAppStorage(let path):
      "cannot read '\(path.visible)' as user defaults. Remove it, or give another folder with "
        + "--data-dir"
    case .outside(let path):
      "'\(path.visible)' is outside the data folder, which --strict does not allow"
    case .notStrict: "nothing was recorded"
    }
  }
}
