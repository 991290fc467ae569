public import DependencyInjection
public import Foundation

extension SharedReaderKey {
  /// Returns a key for a value stored in a file as JSON.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(
      url, decode: { try decoder.decode(Value.self, from: $0) },
      encode: { try encoder.encode($0) })
  }

  /// Returns a key for a value stored in a file in a custom encoding.
  public static func fileStorage<Value: Sendable>(
    _ url: URL, decode: @escaping @Sendable (_ data: Data) throws -> Value,
    encode: @escaping @Sendable (_ value: Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, decode: decode, encode: encode)
  }
}

/// A strategy that stores a value in a file and observes changes of the file.
///
///     extension SharedReaderKey where Self == FileStorageKey<[String]> {
///       static var drafts: Self {
///         .fileStorage(.documentsDirectory.appending(component: "drafts.json"))
///       }
///     }
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let url: URL
  private let storage: FileStorage
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data
  /// The contents last read or written, used to detect changes by other code.
  private let lastContents = LockIsolated<Data?>(nil)

  init(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    @Dependency(\.defaultFileStorage) var storage
    self.url = url
    self.storage = storage
    self.decode = decode
    self.encode = encode
  }

  /// The identifier of the value.
  public var id: FileStorageKeyID { FileStorageKeyID(url: url, storage: storage) }

  /// Reads the file. If it does not exist, the value is the default value.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try read() })
  }

  /// Reads the file whenever other code has changed it.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    storage.watch(url) {
      let data: Data?
      do {
        data = try storage.read(url)
      } catch {
        subscriber.yield(throwing: error)
        return
      }
      let isUnchanged = lastContents.withValue { lastContents in
        defer { lastContents = data }
        return lastContents == data
      }
      guard !isUnchanged else { return }
      subscriber.yield(with: Result { try value(of: data) })
    }
  }

  /// Writes the file in the background. Successive changes are combined into one write.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.write(url) {
      let data = try encode(value)
      lastContents.setValue(data)
      return data
    } _: {
      continuation.resume(with: $0)
    }
  }

  private func read() throws -> Value? {
    let data = try storage.read(url)
    lastContents.setValue(data)
    return try value(of: data)
  }

  /// An empty file has no value, like a missing one.
  private func value(of data: Data?) throws -> Value? {
    try data.flatMap { $0.isEmpty ? nil : try decode($0) }
  }
}

extension FileStorageKey: CustomStringConvertible, NamedSharedKey {
  /// The path, with the names of machine-specific folders replaced by common ones.
  var name: String {
    var path = url.standardizedFileURL.path(percentEncoded: false)
    let folders = [
      ("<temporary>", FileManager.default.temporaryDirectory),
      ("~", FileManager.default.homeDirectoryForUser),
      (".", URL(filePath: FileManager.default.currentDirectoryPath)),
    ]
    for (name, folder) in folders {
      let prefix = folder.standardizedFileURL.path(percentEncoded: false)
      let folderPath = prefix.hasSuffix("/") ? prefix : prefix + "/"
      guard folderPath != "/", path.hasPrefix(folderPath) else { continue }
      path = "\(name)/\(path.dropFirst(folderPath.count))"
      break
    }
    return "fileStorage(\(path.debugDescription))"
  }

  /// The key with the URL of its file.
  public var description: String { ".fileStorage(\(url.absoluteString))" }
}

extension FileManager {
  fileprivate var homeDirectoryForUser: URL { URL(filePath: NSHomeDirectory()) }
}

/// The identifier of a value in a file.
@_documentation(visibility: internal)
public struct FileStorageKeyID: Hashable {
  let url: URL
  let storage: FileStorage
}

private enum DefaultFileStorageKey: DependencyKey {
  static let liveValue = FileStorage.fileSystem
  static var previewValue: FileStorage { .inMemory }
  static var testValue: FileStorage { .inMemory }
}

extension DependencyValues {
  /// The storage of `.fileStorage` keys. Each test has its own, in memory.
  public var defaultFileStorage: FileStorage {
    get { self[DefaultFileStorageKey.self] }
    set { self[DefaultFileStorageKey.self] = newValue }
  }
}

#if !canImport(Darwin)
  // Foundation provides these on Apple platforms only.
  extension URL {
    /// The directory of the user's documents.
    public static var documentsDirectory: URL { folder(.documentDirectory) }

    /// The directory of an app's support files.
    public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }

    /// The directory of cached files, which the app can create again.
    public static var cachesDirectory: URL { folder(.cachesDirectory) }

    private static func folder(_ folder: FileManager.SearchPathDirectory) -> URL {
      FileManager.default.urls(for: folder, in: .userDomainMask).first
        ?? URL(filePath: NSHomeDirectory())
    }
  }
#endif
