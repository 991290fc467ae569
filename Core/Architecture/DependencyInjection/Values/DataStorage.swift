public import Foundation
import Platform

/// A storage that keeps data by name between launches of the app.
///
///     @Dependency(\.dataStorage) var storage
///     try await storage.save(Data("Blob".utf8), "name")
///     let name = try await storage.load("name")
public struct DataStorage: Sendable {
  /// Returns the data saved under a name, or `nil` if there is none.
  public var load: @Sendable (_ name: String) async throws -> Data?
  /// Saves data under a name, replacing existing data.
  public var save: @Sendable (_ data: Data, _ name: String) async throws -> Void

  /// Creates a storage from two functions.
  public init(
    load: @escaping @Sendable (_ name: String) async throws -> Data?,
    save: @escaping @Sendable (_ data: Data, _ name: String) async throws -> Void
  ) {
    self.load = { name in
      try await EffectCall.perform(Self.loadID, name) { try await load($0) }
    }
    self.save = { data, name in
      try await EffectCall.perform(Self.saveID, (data, name)) { try await save($0.0, $0.1) }
    }
  }

  /// The endpoint that effects call to load data.
  package static let loadID = EndpointID("dataStorage.load", of: DataStorage.self)
  /// The endpoint that effects call to save data.
  package static let saveID = EndpointID("dataStorage.save", of: DataStorage.self)

  /// Returns a new storage in memory with the given content.
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
  /// A storage for data by name. Fails the test that uses it, unless overridden.
  ///
  /// Throws a `DataStorageError` until the app overrides it with a storage.
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

/// An error that occurs when the app uses the data storage without setting one, or when a broken
/// file cannot be preserved.
///
///     do {
///       try await storage.save(Data(), "name")
///     } catch let error as DataStorageError {
///       print(error)
///     }
public enum DataStorageError: Error, Hashable, Sendable {
  /// The data with this name cannot be loaded, because the app set no folder.
  case noFolderToLoad(name: String)
  /// The data with this name cannot be saved, because the app set no folder.
  case noFolderToSave(name: String)
  /// The file with this name is broken, and too many broken files of the name are kept already.
  case tooManyBrokenFiles(name: String)
}

extension DataStorageError: CustomStringConvertible {
  /// A message that describes the failure and its remedy.
  public var description: String {
    let remedy = """
      no data folder is set. Set 'dataStorage' with 'prepareDependencies' when the app starts.
      """
    switch self {
    case .noFolderToLoad(let name): return "Cannot load \(name.debugDescription): \(remedy)"
    case .noFolderToSave(let name): return "Cannot save \(name.debugDescription): \(remedy)"
    case .tooManyBrokenFiles(let name):
      return """
        \(name.debugDescription) cannot be read, and would be lost: \(DataStorage.maxBrokenFiles) \
        broken files of that name are kept already. Mend it, or move some of them away.
        """
    }
  }
}
