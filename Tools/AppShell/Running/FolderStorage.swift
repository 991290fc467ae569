package import CommandLineKit
package import ComposableArchitecture
import Foundation
import Platform
import SessionLog
import SessionReplay
import SessionReports

/// A storage that keeps data as files in a folder, which it creates at the first save.
package final class FolderStorage: Sendable {
  private let folder: String
  /// Serializes writes, because writes of the same name use the same temporary file.
  private let writeLock = Mutex(())

  package init(folder: String) {
    self.folder = folder
  }

  package var dependency: DataStorage {
    DataStorage(
      load: { [self] name in try await load(name) },
      save: { [self] data, name in try await save(data, as: name) })
  }

  @concurrent
  private func load(_ name: String) async throws(FolderStorageError) -> Data? {
    let path = try path(of: name)
    do throws(SystemFailure) {
      return Data(try FileBytes.read(path))
    } catch {
      if error.code == ENOENT { return nil }
      throw .cannotLoad(path: path, error)
    }
  }

  /// Replaces a file atomically once the new contents are synced to disk.
  @concurrent
  private func save(_ data: Data, as name: String) async throws(FolderStorageError) {
    let path = try path(of: name)
    do throws(SystemFailure) {
      try writeLock.withLock { _ throws(SystemFailure) in
        try FileBytes.makeFolder(folder)
        try FileBytes.replace(path, with: data, through: "\(folder)/.\(name).\(getpid()).tmp")
      }
    } catch {
      throw .cannotSave(path: path, error)
    }
  }

  private func path(of name: String) throws(FolderStorageError) -> String {
    let isPlain =
      !name.isEmpty && !name.hasPrefix(".")
      && name.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F }
    guard isPlain else { throw .badName(name) }
    return "\(folder)/\(name)"
  }
}

package enum FolderStorageError: Error, Equatable, Sendable {
  /// A name is empty, begins with a dot, or contains a slash or a control character.
  case badName(String)
  case cannotLoad(path: String, SystemFailure)
  /// The file cannot be written. Its old contents are unchanged.
  case cannotSave(path: String, SystemFailure)
}

extension FolderStorageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badName(let name):
      "invalid data name '\(name.visible)': use a name without '/' and control characters that "
        + "does not begin with '.'"
    case .cannotLoad(let path, let failure) where failure.kind != nil,
      .cannotSave(let path, let failure) where failure.kind != nil:
      "cannot use '\(path.visible)': \(failure). Remove it, or give another folder with --data-dir"
    case .cannotLoad(let path, let failure):
      "cannot read '\(path.visible)': \(failure). Check its permissions, or give another folder "
        + "with --data-dir"
    case .cannotSave(let path, let failure):
      "cannot write '\(path.visible)': \(failure). The previous data is unchanged; free some "
        + "space, check the permissions, or give another folder with --data-dir"
    }
  }
}
