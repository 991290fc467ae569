package import DependencyInjection
package import Foundation
import Issues
import RecordCoding

package final class SharedReferences: @unchecked Sendable {
  // `@unchecked Sendable`: accessed only under the lock, which is held while a value loads.
  private let lock = NSRecursiveLock()
  private var byID: [Entry: Weak] = [:]
  private var byName: [Entry: Weak] = [:]
  /// The values that were read from a log and have not been requested by a key yet.
  private var restored: [Entry: Weak] = [:]
  private var mode = Mode.separate

  /// The boxes of named values that are read from a log.
  private enum Mode {
    /// Each value has its own box, for a state that is read for comparison.
    case separate
    /// The values replace the values of the keys, for a state from which a session continues.
    case restoring
    /// The values of existing keys remain, for an action that is sent to a state.
    case joining
  }

  private struct Entry: Hashable {
    let key: AnyHashable
    let type: ObjectIdentifier
  }

  private struct Weak {
    weak var box: AnyObject?
  }

  package init() {}

  /// Returns the box of a key. A new box loads its value unless `loads` is false.
  func box<Key: SharedReaderKey>(
    _ key: Key, at location: CodeLocation? = nil, loads: Bool = true,
    orMake initial: () -> Key.Value
  ) -> SharedBox<Key.Value> {
    let attachments = DependencyValues.sharedAttachments
    let box = lock.withLock {
      existing(key) ?? make(key, at: location, loads: loads, initial(), attachments)
    }
    attachments?.attach(key.recordedName, box)
    if SharedCall.isObserved { box.noteReference() }
    return box
  }

  private func existing<Key: SharedReaderKey>(_ key: Key) -> SharedBox<Key.Value>? {
    byID[entry(AnyHashable(key.id), Key.Value.self)]?.box as? SharedBox<Key.Value>
  }

  private func make<Key: SharedReaderKey>(
    _ key: Key, at location: CodeLocation?, loads: Bool, _ initial: Key.Value,
    _ attachments: SharedAttachments?
  ) -> SharedBox<Key.Value> {
    let link = SharedLink(key, at: location, isDetached: attachments?.isReplay == true)
    // A value read from a log does not need to be loaded.
    let name = entry(link.name, Key.Value.self)
    let known = restored.removeValue(forKey: name)?.box as? SharedBox<Key.Value>
    let box = known ?? SharedBox(initial)
    byID[entry(AnyHashable(key.id), Key.Value.self)] = Weak(box: box)
    byName[name] = Weak(box: box)
    removeUnused()
    box.connect(link, loads: loads && known == nil)
    return box
  }

  /// Returns the box for a named value from a log.
  func box<Value>(named name: String, _ value: Value) -> SharedBox<Value> {
    lock.withLock {
      guard mode != .separate else { return SharedBox(value, recordedName: name) }
      let entry = entry(name, Value.self)
      if let box = (byName[entry] ?? restored[entry])?.box as? SharedBox<Value> {
        if mode == .restoring { box.restore(value) }
        return box
      }
      let box = SharedBox(value, recordedName: name)
      restored[entry] = Weak(box: box)
      removeUnused()
      return box
    }
  }

  /// Reads a state from a log. Its values replace the values of the keys with the same names.
  package func restoring<Result, Failure: Error>(
    _ read: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try reading(.restoring, read)
  }

  /// Reads an action from a log. Its references refer to the current values of the keys.
  package func joining<Result, Failure: Error>(
    _ read: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try reading(.joining, read)
  }

  private func reading<Result, Failure: Error>(
    _ mode: Mode, _ read: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.withLock { self.mode = mode }
    defer { lock.withLock { self.mode = .separate } }
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

package struct SharedAttachments: Sendable {
  /// Whether values come from a log, and storages are neither read nor written.
  package let isReplay: Bool
  /// Receives the name of a key and its box.
  package let attach: @Sendable (_ name: String, _ box: any AnySharedBox) -> Void

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
  package var sharedReferences: SharedReferences {
    get { self[SharedReferencesKey.self] }
    set { self[SharedReferencesKey.self] = newValue }
  }

  package var sharedAttachments: SharedAttachments? {
    get { self[SharedAttachmentsKey.self] }
    set { self[SharedAttachmentsKey.self] = newValue }
  }

  /// Replaces all storages of shared values with empty ones in memory.
  package mutating func detachSharedValues() {
    connectSharedValues(toFiles: .inMemory, settings: .inMemory)
    sharedAttachments = SharedAttachments(isReplay: true) { _, _ in }
  }

  /// Replaces the storages of shared values, for a launch of an app that starts with empty memory.
  package mutating func connectSharedValues(toFiles files: FileStorage, settings: UserDefaults) {
    sharedReferences = SharedReferences()
    sharedAttachments = nil
    defaultInMemoryStorage = InMemoryStorage()
    defaultFileStorage = files
    defaultAppStorage = settings
  }

  static var sharedAttachments: SharedAttachments? {
    current.overriding(SharedAttachmentsKey.self) ?? nil
  }
}
