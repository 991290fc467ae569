public import DependencyInjection
public import Foundation
import Platform

/// The files of `.fileStorage` keys: in the file system or in memory.
///
///     withDependencies {
///       $0.defaultFileStorage = .inMemory
///     } operation: {
///       @Shared(.fileStorage(URL(fileURLWithPath: "/drafts.json"))) var drafts: [String] = []
///     }
public struct FileStorage: Sendable {
  /// A function that writes the result of `contents` to a file and reports the outcome.
  package typealias Write =
    @Sendable (
      _ url: URL, _ contents: @escaping @Sendable () throws -> Data,
      _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> Void

  private let identity: ObjectIdentifier
  package let read: @Sendable (_ url: URL) throws -> Data?
  package let write: Write
  package let watch:
    @Sendable (_ url: URL, _ onChange: @escaping @Sendable () -> Void) -> SharedSubscription
}

extension FileStorage: Hashable {
  /// Returns whether two values refer to the same storage.
  public static func == (one: FileStorage, other: FileStorage) -> Bool {
    one.identity == other.identity
  }

  /// Hashes the identity of the storage.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension FileStorage {
  /// The files in the file system.
  public static let fileSystem: FileStorage = {
    let files = SystemFiles.shared
    return FileStorage(
      identity: ObjectIdentifier(files), read: files.read, write: files.write, watch: files.watch)
  }()

  /// New files that exist only in memory.
  public static var inMemory: FileStorage { inMemory(fileSystem: LockIsolated([:])) }

  /// Returns files that exist only in memory, with the given initial contents.
  public static func inMemory(fileSystem files: LockIsolated<[URL: Data]>) -> FileStorage {
    let files = MemoryFiles(files)
    return FileStorage(
      identity: ObjectIdentifier(files), read: files.read, write: files.write, watch: files.watch)
  }

  /// Returns the storage with files at different locations. `location` throws to deny access.
  ///
  /// All storages that an owner relocates are equal. Their keys therefore share values.
  package func relocated(
    by owner: any AnyObject & Sendable, _ location: @escaping @Sendable (_ url: URL) throws -> URL
  ) -> FileStorage {
    let files = RelocatedFiles(self, owner, location)
    return FileStorage(
      identity: ObjectIdentifier(owner), read: files.read, write: files.write, watch: files.watch)
  }
}

private final class RelocatedFiles: Sendable {
  private let base: FileStorage
  /// Retained to keep the owner's identity unique.
  private let owner: any AnyObject & Sendable
  private let location: @Sendable (URL) throws -> URL

  init(
    _ base: FileStorage, _ owner: any AnyObject & Sendable,
    _ location: @escaping @Sendable (URL) throws -> URL
  ) {
    (self.base, self.owner, self.location) = (base, owner, location)
  }

  @Sendable func read(_ url: URL) throws -> Data? { try base.read(location(url)) }

  @Sendable func write(
    _ url: URL, _ contents: @escaping @Sendable () throws -> Data,
    _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    do {
      base.write(try location(url), contents, completion)
    } catch {
      completion(.failure(error))
    }
  }

  @Sendable func watch(
    _ url: URL, _ onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    // A denied file cannot be read, so its changes are irrelevant.
    guard let url = try? location(url) else { return SharedSubscription() }
    return base.watch(url, onChange)
  }
}

private final class MemoryFiles: Sendable {
  private let contents: LockIsolated<[URL: Data]>
  private let watchers = Mutex<[(number: Int, url: URL, onChange: @Sendable () -> Void)]>([])
  private let count = Mutex(0)

  init(_ contents: LockIsolated<[URL: Data]>) {
    self.contents = contents
  }

  @Sendable func read(_ url: URL) throws -> Data? { contents.withValue { $0[url] } }

  @Sendable func write(
    _ url: URL, _ data: @escaping @Sendable () throws -> Data,
    _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    completion(
      Result {
        let data = try data()
        contents.withValue { $0[url] = data }
      })
    for watcher in watchers.withLock({ $0 }) where watcher.url == url { watcher.onChange() }
  }

  @Sendable func watch(
    _ url: URL, _ onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    let number = count.withLock { count in
      count += 1
      return count
    }
    watchers.withLock { $0.append((number, url, onChange)) }
    return SharedSubscription { [weak self] in
      self?.watchers.withLock { $0.removeAll { $0.number == number } }
    }
  }
}
