public import DependencyInjection
public import Foundation

extension SharedReaderKey {
  /// Shares a value in a file, as JSON.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(
      url, decode: { try decoder.decode(Value.self, from: $0) },
      encode: { try encoder.encode($0) })
  }

  /// Shares a value in a file, as the bytes that a function makes of it.
  public static func fileStorage<Value: Sendable>(
    _ url: URL, decode: @escaping @Sendable (_ data: Data) throws -> Value,
    encode: @escaping @Sendable (_ value: Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, decode: decode, encode: encode)
  }
}

/// A strategy that keeps a value in a file and follows changes of the file.
///
///     extension SharedReaderKey where Self == FileStorageKey<[String]> {
///       static var drafts: Self { .fileStorage(.documentsDirectory.appending(component: "drafts.json")) }
///     }
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let url: URL
  private let storage: FileStorage
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data
  /// The contents that were read or written last, to tell a change by someone else.
  private let known = LockIsolated<Data?>(nil)

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

  /// The identity of the value.
  public var id: FileStorageKeyID { FileStorageKeyID(url: url, storage: storage) }

  /// Reads the file; a file that does not exist has the default value.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try read() })
  }

  /// Reads the file whenever someone else has changed it.
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
      let isKnown = known.withValue { known in
        defer { known = data }
        return known == data
      }
      guard !isKnown else { return }
      subscriber.yield(with: Result { try data.map(decode) })
    }
  }

  /// Writes the file, soon and in the background; several changes in a row are written once.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.write(url) {
      let data = try encode(value)
      known.setValue(data)
      return data
    } _: {
      continuation.resume(with: $0)
    }
  }

  private func read() throws -> Value? {
    let data = try storage.read(url)
    known.setValue(data)
    return try data.map(decode)
  }
}

extension FileStorageKey: CustomStringConvertible, NamedSharedKey {
  /// The path, in which the folders of this machine and of its user have names that all have.
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

  /// The key as it is written in code.
  public var description: String { ".\(name)" }
}

extension FileManager {
  fileprivate var homeDirectoryForUser: URL { URL(filePath: NSHomeDirectory()) }
}

/// The identity of a value in a file.
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
  /// The storage of `.fileStorage`; each test has its own, which is in memory.
  public var defaultFileStorage: FileStorage {
    get { self[DefaultFileStorageKey.self] }
    set { self[DefaultFileStorageKey.self] = newValue }
  }
}

#if !canImport(Darwin)
  // Foundation has them on Apple's systems alone, and most shared files are in one of them.
  extension URL {
    /// The folder of the user's documents.
    public static var documentsDirectory: URL { folder(.documentDirectory) }

    /// The folder of what the app keeps without the user's help.
    public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }

    /// The folder of what the app can make anew.
    public static var cachesDirectory: URL { folder(.cachesDirectory) }

    private static func folder(_ folder: FileManager.SearchPathDirectory) -> URL {
      FileManager.default.urls(for: folder, in: .userDomainMask).first
        ?? URL(filePath: NSHomeDirectory())
    }
  }
#endif
