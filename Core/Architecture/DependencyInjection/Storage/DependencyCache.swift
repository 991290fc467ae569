import Foundation
import Issues
import Platform

/// A cache of default values, which were computed or prepared by the app.
final class DependencyCache: Sendable {
  static let process = DependencyCache()

  private struct Entry: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct Content {
    var ready: [Entry: any ErasedDependencyBox] = [:]
    var prepared: Set<Entry> = []
    var pending: [Entry: NSRecursiveLock] = [:]
    var preparedContext: DependencyContext?
    /// The types of the values for explored sessions that were read.
    var simulated: Set<ObjectIdentifier> = []
  }

  private let content = Mutex(Content())
  /// Whether keys have the values for explored sessions, if they have such values.
  private let isSimulated: Bool
  /// Whether the values are for effects whose calls are answered from a log.
  let isAnswered: Bool

  init(isSimulated: Bool = false, isAnswered: Bool = false) {
    self.isSimulated = isSimulated
    self.isAnswered = isAnswered
  }

  /// Whether the values belong to a test, and are neither simulated nor answered.
  var isOfTest: Bool { self !== Self.process && !isSimulated && !isAnswered }

  var context: DependencyContext {
    content.withLock { $0.preparedContext }
      ?? (self === Self.process ? .ofProcess : Self.process.context)
  }

  /// Returns the value of a key, if it has been computed or prepared.
  func ready(_ key: ObjectIdentifier, in context: DependencyContext) -> (any ErasedDependencyBox)? {
    content.withLock { $0.ready[Entry(key: key, context: context)] }
  }

  func prepared(
    _ key: ObjectIdentifier, in context: DependencyContext
  ) -> (any ErasedDependencyBox)? {
    let entry = Entry(key: key, context: context)
    return content.withLock { $0.prepared.contains(entry) ? $0.ready[entry] : nil }
  }

  /// Returns the value of a key. The first caller computes it while other callers wait.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, orElse compute: () -> Key.Value
  ) -> Key.Value {
    let entry = Entry(key: ObjectIdentifier(key), context: context)
    if let box = ready(entry.key, in: context) { return box.value(of: key) }
    // Each entry has its own lock, because computing a value may need others. The lock is
    // recursive: a value that needs itself overflows the stack instead of deadlocking.
    let lock = content.withLock { content in
      let lock = content.pending[entry] ?? NSRecursiveLock()
      content.pending[entry] = lock
      return lock
    }
    return lock.withLock {
      if let box = ready(entry.key, in: context) { return box.value(of: key) }
      let value = compute()
      let box = DependencyBox(value, key: key)
      content.withLock {
        $0.ready[entry] = box
        $0.pending[entry] = nil
      }
      return value
    }
  }

  /// Returns the value for explored sessions, if this cache belongs to such a session.
  func simulationValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    guard isSimulated, let value = key.simulationValue else { return nil }
    content.withLock { _ = $0.simulated.insert(ObjectIdentifier(Key.Value.self)) }
    return value
  }

  func isSimulated(_ type: Any.Type) -> Bool {
    content.withLock { $0.simulated.contains(ObjectIdentifier(type)) }
  }

  /// Stores `overrides` as defaults for `context`. Returns the keys that were already in use.
  ///
  /// A preview may prepare a dependency that its app has read.
  func prepare(_ overrides: DependencyOverrides, in context: DependencyContext) -> [Any.Type] {
    content.withLock { content in
      var refused: [Any.Type] = []
      for box in overrides.boxes {
        let entry = Entry(key: box.id, context: context)
        let isInUse =
          context == .preview ? content.prepared.contains(entry) : content.ready[entry] != nil
        guard !isInUse else {
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
  /// The limit exceeds the number of tests that run at a time. Test frameworks don't report the end
  /// of a test.
  private static let caches = Mutex(RecentValues<String, DependencyCache>(limit: 4_096))

  /// The cache of the running test; `nil` outside of tests, or if the test cannot be determined.
  static var ofCurrentTest: DependencyCache? {
    guard isTesting, let id = TestFrameworks.bridge.currentTestID
    else { return nil }
    return caches.withLock { $0.value(of: id) { DependencyCache() } }
  }
}

/// A key whose test value fails the test. The value isn't cached, and each read reports its
/// location.
package protocol UncontrolledTestKey: TestDependencyKey {}
