import DependencyInjection
import Dispatch
import Foundation
import Platform

/// Access to the file system, with files written one at a time in the background.
final class SystemFiles: Sendable {
  static let shared = SystemFiles()

  private struct Pending {
    var contents: @Sendable () throws -> Data
    var completions: [@Sendable (Result<Void, any Error>) -> Void]
    /// The number of times that the contents were replaced.
    var changes = 0
  }

  private let queue = DispatchQueue(label: "reprise.shared-files")
  private let isQueue = DispatchSpecificKey<Bool>()
  /// The files that are not yet written, including the one in progress.
  private let pending = Mutex<[URL: Pending]>([:])
  private let watcher: FileWatcher

  private init() {
    watcher = FileWatcher(SystemFolderNotifications(on: queue))
    queue.setSpecific(key: isQueue, value: true)
    atexit { SystemFiles.shared.finishWriting() }
  }

  private func finishWriting() {
    let finish = {
      for url in self.pending.withLock({ Array($0.keys) }) { self.writeOut(url) }
    }
    // Completions running on the queue may call `exit`, and the queue cannot wait for itself.
    let isOnQueue = DispatchQueue.getSpecific(key: isQueue) == true
    if isOnQueue { finish() } else { queue.sync(execute: finish) }
  }

  @Sendable func read(_ url: URL) throws -> Data? {
    if let job = pending.withLock({ $0[url] }) { return try job.contents() }
    do {
      return try Data(contentsOf: url)
    } catch let error as CocoaError where error.isMissingFile {
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

  /// Writes a file's pending contents, repeatedly if newer contents are set in the meantime.
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
      // The pending write will replace the external change.
      guard let self, self.pending.withLock({ $0[url] == nil }) else { return }
      onChange()
    }
  }
}

extension CocoaError {
  /// Whether no file exists at a path, including paths through something other than a folder.
  fileprivate var isMissingFile: Bool {
    code == .fileReadNoSuchFile || (underlying as? POSIXError)?.code == .ENOTDIR
  }
}
