public import DependencyInjection
import Platform

extension SharedReaderKey {
  /// Returns a key for a value kept in memory until the app exits.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// A strategy that keeps a value in memory until the app exits.
///
///     @Shared(.inMemory("unreadCount")) var unreadCount = 0
///     $unreadCount.withLock { $0 += 1 }
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let key: String
  private let store: InMemoryStorage

  init(_ key: String) {
    @Dependency(\.defaultInMemoryStorage) var store
    self.key = key
    self.store = store
  }

  /// The identifier of the value.
  public var id: InMemoryKeyID { InMemoryKeyID(key: key, store: store) }

  /// Loads the value last saved.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    let value = store.values.withLock { values in
      if let value = values[key] { return value as? Value }
      if let value = context.initialValue { values[key] = value }
      return context.initialValue
    }
    continuation.resume(with: .success(value))
  }

  /// Does nothing, because no other code changes the value.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription()
  }

  /// Stores the value.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    store.values.withLock { $0[key] = value }
    continuation.resume()
  }
}

extension InMemoryKey: CustomStringConvertible, NamedSharedKey {
  var name: String { "inMemory(\(key.debugDescription))" }

  /// The key as written in code.
  public var description: String { ".\(name)" }
}

/// The identifier of a value shared in memory.
@_documentation(visibility: internal)
public struct InMemoryKeyID: Hashable {
  let key: String
  let store: InMemoryStorage
}

/// The storage of values shared in memory.
///
///     withDependencies {
///       $0.defaultInMemoryStorage = InMemoryStorage()
///     } operation: {
///       @Shared(.inMemory("unreadCount")) var unreadCount = 0
///     }
public final class InMemoryStorage: Sendable {
  let values = Mutex<[String: any Sendable]>([:])

  /// Creates an empty storage.
  public init() {}
}

extension InMemoryStorage: Hashable {
  /// Returns whether two references refer to the same storage.
  public static func == (one: InMemoryStorage, other: InMemoryStorage) -> Bool { one === other }

  /// Hashes the identity of the storage.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private enum DefaultInMemoryStorageKey: DependencyKey {
  static let liveValue = InMemoryStorage()
  static var testValue: InMemoryStorage { InMemoryStorage() }
}

extension DependencyValues {
  /// The storage of `.inMemory` keys. Each test has its own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[DefaultInMemoryStorageKey.self] }
    set { self[DefaultInMemoryStorageKey.self] = newValue }
  }
}
