import DependencyInjection
import Foundation

/// A strategy that stores a value in user defaults.
///
///     @Shared(.appStorage("isMuted")) var isMuted = false
///     $isMuted.withLock { $0 = true }
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let key: String
  // `nonisolated(unsafe)`, because user defaults are thread-safe.
  private nonisolated(unsafe) let store: UserDefaults
  private let coding: AppStorageCoding<Value>

  init(_ key: String, _ store: UserDefaults?, _ coding: AppStorageCoding<Value>) {
    @Dependency(\.defaultAppStorage) var defaultStore
    self.key = key
    self.store = DependencyValues.current.relocatedAppStorage(store ?? defaultStore)
    self.coding = coding
  }

  /// The identifier of the value.
  public var id: AppStorageKeyID {
    AppStorageKeyID(key: key, store: ObjectIdentifier(store))
  }

  /// Loads the value. Saves the default value if none is stored.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    if case .initialValue(let value) = context, store.object(forKey: key) == nil { save(value) }
    continuation.resume(with: .success(coding.value(of: key, in: store)))
  }

  /// Subscribes to changes of the user defaults.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    let last = LockIsolated(StoredObject(store.object(forKey: key)))
    // `nonisolated(unsafe)`, because the token is only passed back.
    nonisolated(unsafe) let observer = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification, object: store, queue: nil
    ) { _ in
      let object = StoredObject(store.object(forKey: key))
      let hasChanged = last.withValue { last in
        defer { last = object }
        return last != object
      }
      guard hasChanged, !AppStorageSaving.isSaving else { return }
      subscriber.yield(with: .success(coding.value(of: key, in: store)))
    }
    return SharedSubscription { NotificationCenter.default.removeObserver(observer) }
  }

  /// Saves the value.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    save(value)
    continuation.resume()
  }

  private func save(_ value: Value) {
    AppStorageSaving.$isSaving.withValue(true) { coding.save(value, key, store) }
  }
}

extension AppStorageKey: CustomStringConvertible, NamedSharedKey {
  var name: String { "appStorage(\(key.debugDescription))" }

  /// The key as written in code.
  public var description: String { ".\(name)" }
}

/// The identifier of a value in user defaults.
@_documentation(visibility: internal)
public struct AppStorageKeyID: Hashable {
  let key: String
  let store: ObjectIdentifier
}

/// A marker for notifications caused by a save, which the saving reference ignores.
private enum AppStorageSaving {
  @TaskLocal static var isSaving = false
}

private struct StoredObject: Equatable, @unchecked Sendable {
  // `@unchecked Sendable`, because property lists are immutable values.
  let object: AnyHashable?

  init(_ object: Any?) {
    self.object = object as? AnyHashable
  }
}

struct AppStorageCoding<Value>: Sendable {
  let load: @Sendable (Any, String, UserDefaults) -> Value?
  let save: @Sendable (Value, String, UserDefaults) -> Void

  func value(of key: String, in store: UserDefaults) -> Value? {
    store.object(forKey: key).flatMap { load($0, key, store) }
  }

  /// The coding of an optional value, which removes the entry for `nil`.
  var optional: AppStorageCoding<Value?> {
    AppStorageCoding<Value?> { object, key, store in
      .some(load(object, key, store))
    } save: { value, key, store in
      if let value { save(value, key, store) } else { store.removeObject(forKey: key) }
    }
  }
}

extension AppStorageCoding {
  func converting<Other>(
    _ make: @escaping @Sendable (Value) -> Other?, _ unmake: @escaping @Sendable (Other) -> Value
  ) -> AppStorageCoding<Other> {
    AppStorageCoding<Other> { object, key, store in
      load(object, key, store).flatMap(make)
    } save: { value, key, store in
      save(unmake(value), key, store)
    }
  }
}

extension AppStorageCoding where Value == Bool {
  static let bool = Self(load: { $2.bool(forKey: $1) }, save: { $2.set($0, forKey: $1) })
}

extension AppStorageCoding where Value == Int {
  static let int = Self(load: { $2.integer(forKey: $1) }, save: { $2.set($0, forKey: $1) })
}

extension AppStorageCoding where Value == Double {
  static let double = Self(load: { $2.double(forKey: $1) }, save: { $2.set($0, forKey: $1) })
}

extension AppStorageCoding where Value == String {
  static let string = Self(load: { $2.string(forKey: $1) }, save: { $2.set($0, forKey: $1) })
}

extension AppStorageCoding where Value == [String] {
  static let strings = Self(
    load: { $2.stringArray(forKey: $1) }, save: { $2.set($0, forKey: $1) })
}

extension AppStorageCoding where Value == Data {
  static let data = Self(load: { $2.data(forKey: $1) }, save: { $2.set($0, forKey: $1) })

  /// Returns a coding as JSON. Invalid JSON and unencodable values are ignored.
  func json<Other: Codable & SendableMetatype>() -> AppStorageCoding<Other> {
    AppStorageCoding<Other> { object, key, store in
      load(object, key, store).flatMap { try? JSONDecoder().decode(Other.self, from: $0) }
    } save: { value, key, store in
      guard let data = try? JSONEncoder().encode(value) else { return }
      save(data, key, store)
    }
  }
}

extension AppStorageCoding where Value == Date {
  static let date = Self(
    load: { object, _, _ in object as? Date }, save: { $2.set($0, forKey: $1) })
}

extension AppStorageCoding where Value == URL {
  // A path as `url(forKey:)` reads it, or else a string, because Foundation on non-Apple systems
  // stores only the path of a URL.
  static let url = AppStorageCoding<String>.string.converting(
    { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : URL(string: $0) },
    { url in
      let isPath = url.isFileURL && URL(fileURLWithPath: url.path) == url.absoluteURL
      return isPath ? url.path : url.absoluteString
    })
}
