import DependencyInjection
package import Foundation
import Platform

/// A watcher that reports changes of files by watching their folders.
///
/// An atomic write replaces the file, which only its folder reports. While a folder does not exist,
/// the watcher watches its nearest existing ancestor.
package final class FileWatcher: Sendable {
  private struct Entry {
    let number: Int
    let name: String
    let onChange: @Sendable () -> Void
  }

  private struct Folder {
    var entries: [Entry] = []
    /// The watch of the folder or of an ancestor.
    var watch: Int32?
    var watchedPath = ""
  }

  private struct Content {
    var folders: [String: Folder] = [:]
    var count = 0
  }

  /// Guards system watches, too. None may end while a second caller starts to use it.
  private let content = Mutex(Content())
  private let system: any FolderNotifications

  package init(_ system: any FolderNotifications) {
    self.system = system
    system.onEvent.setValue { [weak self] in self?.handle($0) }
  }

  /// Whether a watch is beginning or ending, or an event is being handled. Used by tests.
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
    // A folder created before its parent was watched has caused no event.
    while watched != nil, let next = missing.popLast(), let watch = system.begin(next) {
      let outer = watched?.watch
      watched = (next, watch)
      release(outer, content)
    }
    content.folders[path]?.watch = watched?.watch
    content.folders[path]?.watchedPath = watched?.path ?? ""
    if previous != watched?.watch { release(previous, content) }
  }

  /// Ends a watch, unless a folder still uses it.
  private func release(_ watch: Int32?, _ content: Content) {
    guard let watch, !content.folders.values.contains(where: { $0.watch == watch }) else { return }
    system.end(watch)
  }

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
      // The contents may have changed if the folder existed before, or exists now.
      return isWatched || content.folders[path]?.watchedPath == path ? folder.entries : []
    }
  }

  private static func path(of folder: URL) -> String {
    let path = folder.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns the path of the parent folder; the root is its own parent.
  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
