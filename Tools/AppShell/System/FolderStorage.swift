package import ComposableArchitecture
import Foundation
import Locking
import SessionReplay

/// Keeps data as files in a folder, which is made when something is first saved.
package final class FolderStorage: Sendable {
  private let folder: String
  /// One file is written at a time, so that a name never stands for half of two files.
  private let turn = Mutex(())

  /// Keeps data in a folder, which need not be there yet.
  package init(folder: String) {
    self.folder = folder
  }

  /// The storage as a dependency.
  package var dependency: DataStorage {
    DataStorage(
      load: { [self] name in try await load(name) },
      save: { [self] data, name in try await save(data, as: name) })
  }

  /// Reads a file; `nil` if there is none.
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
      try turn.withLock { _ throws(SystemFailure) in
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

/// Why data could not be loaded or saved.
package enum FolderStorageError: Error, Equatable, Sendable {
  /// A name is none of a file: it is empty, begins with a dot, or holds a slash.
  case badName(String)
  /// The file is there and cannot be read.
  case cannotLoad(path: String, SystemFailure)
  /// The file cannot be written; what was there is as it was.
  case cannotSave(path: String, SystemFailure)
}

extension FolderStorageError: CustomStringConvertible {
  /// What failed, and what can be done.
  package var description: String {
    switch self {
    case .badName(let name):
      "data cannot be kept under the name '\(name.visible)': use a name without '/' that does not "
        + "begin with '.'"
    case .cannotLoad(let path, let failure) where failure.kind != nil,
      .cannotSave(let path, let failure) where failure.kind != nil:
      "'\(path.visible)' holds no data: \(failure). Remove it, or give another folder with --data-dir"
    case .cannotLoad(let path, let failure):
      "'\(path.visible)' cannot be read: \(failure). Check its permissions, or give another folder "
        + "with --data-dir"
    case .cannotSave(let path, let failure):
      "'\(path.visible)' cannot be written: \(failure). What was saved before is as it was; free "
        + "some space or check the permissions, or give another folder with --data-dir"
    }
  }
}
