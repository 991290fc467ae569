public import Foundation
import Locking

/// Keeps data under names, from one run of the app to the next.
///
///     @Dependency(\.dataStorage) var storage
///     try await storage.save(Data("Blob".utf8), "name")
///     let name = try await storage.load("name")
public struct DataStorage: Sendable {
  /// The data saved under a name; nil when nothing was.
  public var load: @Sendable (_ name: String) async throws -> Data?
  /// Saves data under a name, in the place of what was there.
  public var save: @Sendable (_ data: Data, _ name: String) async throws -> Void

  /// A storage that loads and saves with the given functions.
  public init(
    load: @escaping @Sendable (_ name: String) async throws -> Data?,
    save: @escaping @Sendable (_ data: Data, _ name: String) async throws -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// A new storage in memory, which holds `content` at first.
  public static func inMemory(_ content: [String: Data] = [:]) -> DataStorage {
    let memory = Memory(content)
    return DataStorage(
      load: { name in memory.content.withLock { $0[name] } },
      save: { data, name in memory.content.withLock { $0[name] = data } })
  }

  private final class Memory: Sendable {
    let content: Mutex<[String: Data]>

    init(_ content: [String: Data]) {
      self.content = Mutex(content)
    }
  }
}

extension DependencyValues {
  /// Keeps data under names; in tests it fails when called, unless overridden.
  ///
  /// Until the app gives it a folder, it throws a `DataStorageError`.
  public var dataStorage: DataStorage {
    get { self[DataStorageKey.self] }
    set { self[DataStorageKey.self] = newValue }
  }
}

private enum DataStorageKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = DataStorage(
    load: { name in throw DataStorageError.noFolderToLoad(name: name) },
    save: { _, name in throw DataStorageError.noFolderToSave(name: name) })

  static var previewValue: DataStorage { .inMemory() }

  static var testValue: DataStorage {
    let dependency = UnimplementedDependency("dataStorage", example: ".inMemory()")
    return DataStorage(
      load: { _ in
        dependency.report()
        return nil
      },
      save: { _, _ in dependency.report() })
  }
}

/// Why data could not be loaded or saved.
///
///     do {
///       try await storage.save(Data(), "name")
///     } catch let error as DataStorageError {
///       print(error)
///     }
public enum DataStorageError: Error, Hashable, Sendable {
  /// The app was given no folder to load the data of this name from.
  case noFolderToLoad(name: String)
  /// The app was given no folder to save the data of this name to.
  case noFolderToSave(name: String)
}

extension DataStorageError: CustomStringConvertible {
  /// What failed, and what to do about it.
  public var description: String {
    let remedy = """
      the app was given no data folder. Set 'dataStorage' with 'prepareDependencies' when the app \
      starts.
      """
    switch self {
    case .noFolderToLoad(let name): return "Cannot load \(name.debugDescription): \(remedy)"
    case .noFolderToSave(let name): return "Cannot save \(name.debugDescription): \(remedy)"
    }
  }
}
