import DependencyInjection
import Dispatch
import Foundation
import Locking

/// Tells of changes of files, by watching the folders that they are in.
///
/// A file that is replaced as a whole is another file afterwards, so only its folder tells.
final class FileWatcher: Sendable {
  private struct Entry {
    let number: Int
    let name: String
    let onChange: @Sendable () -> Void
  }

  private struct Content {
    var entries: [String: [Entry]] = [:]
    var count = 0
  }

  private let content = Mutex(Content())
  private let system: FolderNotifications

  /// Creates a watcher that calls functions on a queue.
  init(on queue: DispatchQueue) {
    system = FolderNotifications(on: queue)
    system.onChange.setValue { [weak self] folder, name in self?.tell(folder, name) }
  }

  /// Calls a function after each change of a file, until the subscription ends.
  func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    let folder = url.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.path(percentEncoded: false)
    let name = url.lastPathComponent
    let number = content.withLock { content in
      content.count += 1
      content.entries[path, default: []].append(
        Entry(number: content.count, name: name, onChange: onChange))
      return content.count
    }
    system.begin(path)
    return SharedSubscription { [weak self] in self?.end(number, in: path) }
  }

  private func end(_ number: Int, in path: String) {
    let isLast = content.withLock { content in
      content.entries[path]?.removeAll { $0.number == number }
      guard content.entries[path]?.isEmpty == true else { return false }
      content.entries[path] = nil
      return true
    }
    if isLast { system.end(path) }
  }

  /// Tells of a change in a folder, of all its files if the name is not known.
  private func tell(_ folder: String, _ name: String?) {
    let entries = content.withLock { $0.entries[folder] ?? [] }
    for entry in entries where name == nil || entry.name == name { entry.onChange() }
  }
}
