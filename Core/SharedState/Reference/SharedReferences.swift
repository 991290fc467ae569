package import DependencyInjection
import Foundation
import RecordCoding

/// The shared values that are in use, by their keys.
package final class SharedReferences: @unchecked Sendable {
  // Unchecked: reached under the lock only, which is held while a value is loaded.
  private let lock = NSRecursiveLock()
  private var byID: [Entry: Weak] = [:]
  private var byName: [Entry: Weak] = [:]
  /// Those that were read from a log and have met no key yet.
  private var restored: [Entry: Weak] = [:]
  private var isRestoring = false

  private struct Entry: Hashable {
    let key: AnyHashable
    let type: ObjectIdentifier
  }

  private struct Weak {
    weak var box: AnyObject?
  }

  /// Creates a table without values.
  package init() {}

  /// The box of a key, made unless there is one.
  func box<Key: SharedReaderKey>(
    _ key: Key, orMake initial: () -> Key.Value
  ) -> SharedBox<Key.Value> {
    let attachments = DependencyValues.sharedAttachments
    let box = lock.withLock { existing(key) ?? make(key, initial(), attachments) }
    guard let attachments else { return box }
    let name = key.recordedName
    attachments.attach(name, box)
    return box
  }

  private func existing<Key: SharedReaderKey>(_ key: Key) -> SharedBox<Key.Value>? {
    byID[entry(AnyHashable(key.id), Key.Value.self)]?.box as? SharedBox<Key.Value>
  }

  private func make<Key: SharedReaderKey>(
    _ key: Key, _ initial: Key.Value, _ attachments: SharedAttachments?
  ) -> SharedBox<Key.Value> {
    let link = SharedLink(key, isDetached: attachments?.isReplay == true)
    // A value that was read from a log is known already.
    let name = entry(link.name, Key.Value.self)
    let known = restored.removeValue(forKey: name)?.box as? SharedBox<Key.Value>
    let box = known ?? SharedBox(initial)
    byID[entry(AnyHashable(key.id), Key.Value.self)] = Weak(box: box)
    byName[name] = Weak(box: box)
    removeUnused()
    box.connect(link, loads: known == nil)
    return box
  }

  /// The box of a value that a log has under a name.
  ///
  /// It is that of the key while a state is restored. A state that is only compared has its own.
  func box<Value>(named name: String, _ value: Value) -> SharedBox<Value> {
    lock.withLock {
      guard isRestoring else { return SharedBox(value, recordedName: name) }
      let entry = entry(name, Value.self)
      if let box = (byName[entry] ?? restored[entry])?.box as? SharedBox<Value> {
        box.restore(value)
        return box
      }
      let box = SharedBox(value, recordedName: name)
      restored[entry] = Weak(box: box)
      removeUnused()
      return box
    }
  }

  /// Reads a state from a log, whose shared values are those of the keys from now on.
  package func restoring<Result, Failure: Error>(
    _ read: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.withLock { isRestoring = true }
    defer { lock.withLock { isRestoring = false } }
    return try read()
  }

  private func entry<Value>(_ key: AnyHashable, _ type: Value.Type) -> Entry {
    Entry(key: key, type: ObjectIdentifier(type))
  }

  private func removeUnused() {
    guard byID.count + byName.count + restored.count > 64 else { return }
    byID = byID.filter { $0.value.box != nil }
    byName = byName.filter { $0.value.box != nil }
    restored = restored.filter { $0.value.box != nil }
  }
}

/// Told of each key that a shared property is created with.
package struct SharedAttachments: Sendable {
  /// Whether the values come from a log, and storages are left alone.
  package let isReplay: Bool
  /// Told of the name of the key and of its box.
  package let attach: @Sendable (_ name: String, _ box: any AnySharedBox) -> Void

  /// Creates an observer of a function.
  package init(
    isReplay: Bool, attach: @escaping @Sendable (_ name: String, _ box: any AnySharedBox) -> Void
  ) {
    self.isReplay = isReplay
    self.attach = attach
  }
}

private enum SharedAttachmentsKey: DependencyKey {
  static let liveValue: SharedAttachments? = nil
  static let testValue: SharedAttachments? = nil
}

private enum SharedReferencesKey: DependencyKey {
  static let liveValue = SharedReferences()
  static var testValue: SharedReferences { SharedReferences() }
}

extension DependencyValues {
  /// The shared values that are in use.
  package var sharedReferences: SharedReferences {
    get { self[SharedReferencesKey.self] }
    set { self[SharedReferencesKey.self] = newValue }
  }

  /// Told of each key that a shared property is created with.
  package var sharedAttachments: SharedAttachments? {
    get { self[SharedAttachmentsKey.self] }
    set { self[SharedAttachmentsKey.self] = newValue }
  }

  /// Gives shared values storages of their own: those of the machine are neither read nor written.
  package mutating func detachSharedValues() {
    sharedReferences = SharedReferences()
    sharedAttachments = SharedAttachments(isReplay: true) { _, _ in }
    defaultInMemoryStorage = InMemoryStorage()
    defaultFileStorage = .inMemory
    defaultAppStorage = .inMemory
  }

  static var sharedAttachments: SharedAttachments? {
    current.overriding(SharedAttachmentsKey.self) ?? nil
  }
}
