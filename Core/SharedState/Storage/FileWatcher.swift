import DependencyInjection
package import Foundation
import Locking

/// Reports changes of files, by watching the folders that they are in.
///
/// A file that is replaced as a whole is another file afterwards, so only its folder reports it. While
/// a folder does not exist, the nearest existing folder above it is watched instead.
package final class FileWatcher: Sendable {
  private struct Entry {
    let number: Int
    let name: String
    let onChange: @Sendable () -> Void
  }

  private struct Folder {
    var entries: [Entry] = []
    /// The watch of the folder, or of a folder above it.
    var watch: Int32?
    /// The path of the folder that is watched.
    var watchedPath = ""
  }

  private struct Content {
    var folders: [String: Folder] = [:]
    var count = 0
  }

  /// Watches begin and end under this lock, so that none ends that somebody has just begun to use.
  private let content = Mutex(Content())
  private let system: any FolderNotifications

  /// Creates a watcher of files in folders that a system watches.
  package init(_ system: any FolderNotifications) {
    self.system = system
    system.onEvent.setValue { [weak self] in self?.handle($0) }
  }

  /// Whether a watch is beginning or ending, or an event being handled; for tests.
  package var isChanging: Bool { content.withLockIfAvailable { _ in } == nil }

  /// Calls a function after each change of a file, until the subscription ends.
  package func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    let folder = url.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = Self.path(of: folder)
    let number = content.withLock { content in
      content.count += 1
      content.folders[path, default: Folder()].entries.append(
        Entry(number: content.count, name: url.lastPathComponent, onChange: onChange))
      if content.folders[path]?.watch == nil { attach(path, &content) }
      return content.count
    }
    return SharedSubscription { [weak self] in self?.end(number, in: path) }
  }

  private func end(_ number: Int, in path: String) {
    content.withLock { content in
      content.folders[path]?.entries.removeAll { $0.number == number }
      guard let folder = content.folders[path], folder.entries.isEmpty else { return }
      content.folders[path] = nil
      release(folder.watch, content)
    }
  }

  // MARK: Watches

  /// Watches a folder, or the nearest existing one above it.
  private func attach(_ path: String, _ content: inout Content) {
    let previous = content.folders[path]?.watch
    var watched: (path: String, watch: Int32)?
    var missing: [String] = []
    var candidate = path
    while true {
      if let watch = system.begin(candidate) {
        watched = (candidate, watch)
        break
      }
      missing.append(candidate)
      let parent = Self.parent(of: candidate)
      if parent == candidate { break }
      candidate = parent
    }
    // A folder that was created before the one above it was watched has caused no event.
    while watched != nil, let next = missing.popLast(), let watch = system.begin(next) {
      let outer = watched?.watch
      watched = (next, watch)
      release(outer, content)
    }
    content.folders[path]?.watch = watched?.watch
    content.folders[path]?.watchedPath = watched?.path ?? ""
    if previous != watched?.watch { release(previous, content) }
  }

  /// Ends a watch that no folder uses.
  private func release(_ watch: Int32?, _ content: Content) {
    guard let watch, !content.folders.values.contains(where: { $0.watch == watch }) else { return }
    system.end(watch)
  }

  // MARK: Events

  private func handle(_ event: FolderEvent) {
    let entries = content.withLock { content in
      var changed: [Entry] = []
      for (path, folder) in content.folders
      where event.watch == nil || folder.watch == event.watch {
        changed += changedEntries(of: folder, at: path, by: event, &content)
      }
      return changed
    }
    for entry in entries { entry.onChange() }
  }

  private func changedEntries(
    of folder: Folder, at path: String, by event: FolderEvent, _ content: inout Content
  ) -> [Entry] {
    let isWatched = folder.watchedPath == path
    switch event.kind {
    case .change where isWatched:
      return folder.entries.filter { event.name == nil || event.name == $0.name }
    case .creation where isWatched: return []
    case .change, .creation, .loss:
      attach(path, &content)
      // What the folder holds is another than before if it was there, or is there now.
      return isWatched || content.folders[path]?.watchedPath == path ? folder.entries : []
    }
  }

  // MARK: Paths

  /// The path of a folder, without a slash at its end.
  private static func path(of folder: URL) -> String {
    let path = folder.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The path of the folder that contains another; of the root, its own.
  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
