public import DependencyInjection
public import Foundation
import Locking

/// The files of `.fileStorage`: those of the system, or such that are in memory alone.
///
///     withDependencies {
///       $0.defaultFileStorage = .inMemory
///     } operation: {
///       @Shared(.fileStorage(URL(fileURLWithPath: "/drafts.json"))) var drafts: [String] = []
///     }
public struct FileStorage: Sendable {
  /// Writes the result of a function to a file and tells of the outcome.
  package typealias Write =
    @Sendable (
      _ url: URL, _ contents: @escaping @Sendable () throws -> Data,
      _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> Void

  private let identity: ObjectIdentifier
  /// Reads a file; `nil` if it does not exist.
  package let read: @Sendable (_ url: URL) throws -> Data?
  /// Writes a file.
  package let write: Write
  /// Calls a function after each change of a file.
  package let watch:
    @Sendable (_ url: URL, _ onChange: @escaping @Sendable () -> Void) -> SharedSubscription
}

extension FileStorage: Hashable {
  /// Whether both are the same storage.
  public static func == (one: FileStorage, other: FileStorage) -> Bool {
    one.identity == other.identity
  }

  /// Feeds the identity of the storage to a hasher.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension FileStorage {
  /// The files of the system.
  public static let fileSystem: FileStorage = {
    let files = SystemFiles.shared
    return FileStorage(
      identity: ObjectIdentifier(files), read: files.read, write: files.write, watch: files.watch)
  }()

  /// New files that are in memory alone.
  public static var inMemory: FileStorage { inMemory(fileSystem: LockIsolated([:])) }

  /// Files that are in memory alone, and begin with these contents.
  public static func inMemory(fileSystem files: LockIsolated<[URL: Data]>) -> FileStorage {
    let files = MemoryFiles(files)
    return FileStorage(
      identity: ObjectIdentifier(files), read: files.read, write: files.write, watch: files.watch)
  }

  /// The files of this storage at other locations, which a function gives, or refuses by an error.
  package func relocated(
    _ location: @escaping @Sendable (_ url: URL) throws -> URL
  ) -> FileStorage {
    let files = RelocatedFiles(self, location)
    return FileStorage(
      identity: ObjectIdentifier(files), read: files.read, write: files.write, watch: files.watch)
  }
}

/// Files of another storage, at other locations.
private final class RelocatedFiles: Sendable {
  private let base: FileStorage
  private let location: @Sendable (URL) throws -> URL

  init(_ base: FileStorage, _ location: @escaping @Sendable (URL) throws -> URL) {
    (self.base, self.location) = (base, location)
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
    // A file that is refused cannot be read either, so a change of it concerns nobody.
    guard let url = try? location(url) else { return SharedSubscription() }
    return base.watch(url, onChange)
  }
}

/// Files in memory.
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
