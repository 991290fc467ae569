import Foundation
import Locking

/// Default values that were computed, and those that the app prepared at its start.
final class DependencyCache: Sendable {
  /// The cache of everything that is no test's.
  static let process = DependencyCache()

  private struct Entry: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct Content {
    /// The values that are there, computed or prepared.
    var ready: [Entry: any ErasedDependencyBox] = [:]
    var prepared: Set<Entry> = []
    var underway: [Entry: NSRecursiveLock] = [:]
    var preparedContext: DependencyContext?
  }

  private let content = Mutex(Content())

  /// The context where none is overridden: that which the app prepared, or that of the process.
  var context: DependencyContext {
    content.withLock { $0.preparedContext }
      ?? (self === Self.process ? .ofProcess : Self.process.context)
  }

  /// The value of a key, where it is computed or prepared.
  func ready(_ key: ObjectIdentifier, in context: DependencyContext) -> (any ErasedDependencyBox)? {
    content.withLock { $0.ready[Entry(key: key, context: context)] }
  }

  /// The value that the app prepared for a key.
  func prepared(
    _ key: ObjectIdentifier, in context: DependencyContext
  ) -> (any ErasedDependencyBox)? {
    let entry = Entry(key: key, context: context)
    return content.withLock { $0.prepared.contains(entry) ? $0.ready[entry] : nil }
  }

  /// The value of a key, computed by the first caller while others wait for it.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, orElse compute: () -> Key.Value
  ) -> Key.Value {
    let entry = Entry(key: ObjectIdentifier(key), context: context)
    if let box = ready(entry.key, in: context) { return box.value(of: key) }
    // A lock for each entry, held while it is computed, since a value may need other values.
    // Recursive, so that a value that needs itself overflows the stack, rather than hang.
    let lock = content.withLock { content in
      let lock = content.underway[entry] ?? NSRecursiveLock()
      content.underway[entry] = lock
      return lock
    }
    return lock.withLock {
      if let box = ready(entry.key, in: context) { return box.value(of: key) }
      let value = compute()
      let box = DependencyBox(value, key: key)
      content.withLock {
        $0.ready[entry] = box
        $0.underway[entry] = nil
      }
      return value
    }
  }

  /// Takes over `overrides` as defaults for `context`; returns the keys that were already in use.
  func prepare(_ overrides: DependencyOverrides, in context: DependencyContext) -> [Any.Type] {
    content.withLock { content in
      var refused: [Any.Type] = []
      for box in overrides.boxes {
        let entry = Entry(key: box.id, context: context)
        guard content.ready[entry] == nil else {
          refused.append(box.key)
          continue
        }
        content.ready[entry] = box
        content.prepared.insert(entry)
        if box.id == ObjectIdentifier(DependencyContextKey.self) {
          content.preparedContext = context
        }
      }
      return refused
    }
  }
}

extension DependencyCache {
  private static let caches = Mutex<[String: DependencyCache]>([:])

  /// The cache of the test that runs; nil outside of tests, and where the test cannot be told.
  static var ofCurrentTest: DependencyCache? {
    guard DependencyContext.ofProcess == .test, let id = TestFrameworks.bridge.currentTestID
    else { return nil }
    return caches.withLock { caches in
      let cache = caches[id] ?? DependencyCache()
      caches[id] = cache
      return cache
    }
  }
}

/// A key whose test value fails the test: made anew for each read, so that it can name the place.
package protocol UncontrolledTestKey: TestDependencyKey {}
