public import DependencyInjection
import Dispatch
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
  public static var inMemory: FileStorage { inMemory(files: LockIsolated([:])) }

  /// Files that are in memory alone, and begin with these contents.
  public static func inMemory(files: LockIsolated<[URL: Data]>) -> FileStorage {
    let files = MemoryFiles(files)
    return FileStorage(
      identity: ObjectIdentifier(files), read: files.read, write: files.write, watch: files.watch)
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

/// The files of the system, written one after the other in the background.
final class SystemFiles: Sendable {
  static let shared = SystemFiles()

  /// What a file is to hold.
  private struct Pending {
    var contents: @Sendable () throws -> Data
    var completions: [@Sendable (Result<Void, any Error>) -> Void]
    /// The number of times that other contents were given.
    var changes = 0
  }

  private let queue = DispatchQueue(label: "reprise.shared-files")
  /// The files that are not written yet, with that which is being written.
  private let pending = Mutex<[URL: Pending]>([:])
  private let watcher: FileWatcher

  private init() {
    watcher = FileWatcher(on: queue)
    // What is waiting to be written is written before the process exits.
    atexit { SystemFiles.shared.queue.sync {} }
  }

  @Sendable func read(_ url: URL) throws -> Data? {
    if let job = pending.withLock({ $0[url] }) { return try job.contents() }
    do {
      return try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }

  @Sendable func write(
    _ url: URL, _ contents: @escaping @Sendable () throws -> Data,
    _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    let isFirst = pending.withLock { pending in
      guard let earlier = pending[url] else {
        pending[url] = Pending(contents: contents, completions: [completion])
        return true
      }
      pending[url] = Pending(
        contents: contents, completions: earlier.completions + [completion],
        changes: earlier.changes + 1)
      return false
    }
    if isFirst { queue.async { self.writeOut(url) } }
  }

  /// Writes what a file is to hold, until nobody has given it other contents meanwhile.
  private func writeOut(_ url: URL) {
    while let job = takeJob(url) {
      let result = Result {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try job.contents().write(to: url, options: .atomic)
      }
      pending.withLock { pending in
        if pending[url]?.changes == job.changes { pending[url] = nil }
      }
      for completion in job.completions { completion(result) }
    }
  }

  private func takeJob(_ url: URL) -> Pending? {
    pending.withLock { pending in
      let job = pending[url]
      pending[url]?.completions = []
      return job
    }
  }

  @Sendable func watch(
    _ url: URL, _ onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    watcher.watch(url) { [weak self] in
      // What is about to be written replaces what someone else wrote.
      guard let self, self.pending.withLock({ $0[url] == nil }) else { return }
      onChange()
    }
  }
}
