import DependencyInjection
import Foundation
import SharedState
import TestSupport
import Testing

@Suite("Watched files")
struct FileWatcherTests {
  private let folder: TemporaryFolder
  private let system: FolderDouble
  private let watcher: FileWatcher
  private let changes = LockIsolated(0)

  init() throws {
    folder = try TemporaryFolder()
    system = FolderDouble(["/", folder.path])
    watcher = FileWatcher(system)
  }

  private func watch() -> SharedSubscription {
    watcher.watch(URL(filePath: folder.file("a.json"))) { [changes] in
      changes.withValue { $0 += 1 }
    }
  }

  @Test("A folder that is watched again while its watch is ending stays watched")
  func endingWatch() {
    let next = LockIsolated<SharedSubscription?>(nil)
    let done = DispatchSemaphore(value: 0)
    let first = watch()
    system.onEnd.setValue { [self] in
      let watchAgain: @Sendable () -> Void = {
        let subscription = watch()
        next.setValue(subscription)
        done.signal()
      }
      // The closure runs immediately if no lock is held. Otherwise a thread runs it after the lock.
      if watcher.isChanging { Thread.detachNewThread(watchAgain) } else { watchAgain() }
    }
    first.cancel()
    done.wait()
    #expect(system.watched == [folder.path])
    system.report(.change, in: folder.path, name: "a.json")
    #expect(changes.value == 1)
  }

  @Test("A folder is watched until the last subscription to one of its files ends")
  func lastFile() {
    let (one, other) = (watch(), watch())
    one.cancel()
    #expect(system.watched == [folder.path])
    other.cancel()
    #expect(system.watched.isEmpty)
  }

  @Test("Changes of other files are not reported")
  func otherFile() {
    let subscription = watch()
    system.report(.change, in: folder.path, name: "b.json")
    system.report(.creation, in: folder.path, name: "a.json")
    #expect(changes.value == 0)
    system.report(.change, in: folder.path, name: "a.json")
    #expect(changes.value == 1)
    subscription.cancel()
  }

  @Test("A folder that is removed and created again is watched again")
  func removedFolder() {
    let subscription = watch()
    system.existing.withValue { _ = $0.remove(folder.path) }
    system.report(.loss, in: folder.path)
    #expect(changes.value == 1)
    #expect(system.watched == ["/"])
    system.report(.creation, in: "/", name: "other")
    #expect(changes.value == 1)
    system.existing.withValue { _ = $0.insert(folder.path) }
    system.report(.creation, in: "/", name: "tmp")
    #expect(changes.value == 2)
    #expect(system.watched == [folder.path])
    system.report(.change, in: folder.path, name: "a.json")
    #expect(changes.value == 3)
    subscription.cancel()
    #expect(system.watched.isEmpty)
  }

  @Test("The watcher detects a folder that appears just before the watch of its parent begins")
  func createdMeanwhile() {
    let temporary = folder.path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    system.existing.withValue { _ = $0.remove(folder.path) }
    system.existing.withValue { _ = $0.insert(temporary) }
    system.onBegin.setValue { [system, folder] path in
      if path == temporary { system.existing.withValue { _ = $0.insert(folder.path) } }
    }
    let subscription = watch()
    #expect(system.watched == [folder.path])
    subscription.cancel()
  }

  @Test("Lost events are reported as a change of every file")
  func lostEvents() {
    let subscription = watch()
    system.onEvent.value(FolderEvent(watch: nil, kind: .loss))
    #expect(changes.value == 1)
    #expect(system.watched == [folder.path])
    subscription.cancel()
  }
}

/// Simulated folders, which report events in the same way as inotify.
private final class FolderDouble: FolderNotifications {
  let onEvent = LockIsolated<@Sendable (FolderEvent) -> Void>({ _ in })
  let onBegin = LockIsolated<@Sendable (String) -> Void>({ _ in })
  let onEnd = LockIsolated<@Sendable () -> Void>({})
  let existing: LockIsolated<Set<String>>
  private let watches = LockIsolated<[Int32: String]>([:])
  private let count = LockIsolated<Int32>(0)

  init(_ existing: Set<String>) {
    self.existing = LockIsolated(existing)
  }

  var watched: [String] { watches.value.values.sorted() }

  func begin(_ folder: String) -> Int32? {
    guard existing.value.contains(folder) else { return nil }
    onBegin.value(folder)
    if let known = watches.value.first(where: { $0.value == folder }) { return known.key }
    let watch = count.withValue { count in
      count += 1
      return count
    }
    watches.withValue { $0[watch] = folder }
    return watch
  }

  func end(_ watch: Int32) {
    onEnd.value()
    watches.withValue { $0[watch] = nil }
  }

  func report(_ kind: FolderEvent.Kind, in folder: String, name: String? = nil) {
    let watch = watches.value.first { $0.value == folder }?.key
    onEvent.value(FolderEvent(watch: watch ?? -1, kind: kind, name: name))
  }
}
