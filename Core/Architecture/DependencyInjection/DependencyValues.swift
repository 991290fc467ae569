import Issues

/// A collection of dependencies: overridden ones, and defaults for all others.
///
/// To add a dependency, declare a property in an extension:
///
///     extension DependencyValues {
///       var apiClient: ApiClient {
///         get { self[ApiClient.self] }
///         set { self[ApiClient.self] = newValue }
///       }
///     }
public struct DependencyValues: Sendable {
  var storage: DependencyStorage
  /// The storage that a `@Dependency` captured, for keys that `storage` does not override.
  let fallback: DependencyStorage?
  /// The `@Dependency` property through which these values are read.
  let site: AccessSite?
  /// Whether these values are being assigned to. Reading a default then does not count as a use.
  let isAssigning: Bool

  /// Creates values without overrides. In a test, they have default values of their own.
  public init() {
    self.init(isTesting ? DependencyStorage(cache: DependencyCache()) : .unbound)
  }

  init(
    _ storage: DependencyStorage, fallback: DependencyStorage? = nil, site: AccessSite? = nil,
    isAssigning: Bool = false
  ) {
    self.storage = storage
    self.fallback = fallback
    self.site = site
    self.isAssigning = isAssigning
  }

  /// Accesses the value of a key: its override, or the default of the context.
  ///
  /// `property` is the name of the calling property, which appears in messages. Omit it.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type, property property: StaticString = #function
  ) -> Key.Value {
    get {
      let value =
        override(of: ObjectIdentifier(key))?.value(of: key)
        ?? defaultValue(of: key, property: property)
      if DependencyReads.areWatched { noteRead(of: key, property: property, value: value) }
      return value
    }
    set {
      var overrides = storage.overrides
      overrides.set(newValue, of: key)
      storage = DependencyStorage(overrides: overrides, cache: storage.cache)
    }
  }

  func override(of key: ObjectIdentifier) -> (any ErasedDependencyBox)? {
    storage.overrides.box(of: key) ?? fallback?.overrides.box(of: key)
  }
}

extension DependencyValues {
  /// Assigns to a key path, which may lead into a dependency, as in `\.date.now`.
  ///
  /// Swift reads such a dependency before it modifies it. That read does not count as a use.
  @usableFromInline
  package mutating func assign<Value>(
    _ value: Value, to keyPath: WritableKeyPath<DependencyValues, Value>
  ) {
    IssueReports.withHandler({ _ in }) { self[keyPath: keyPath] = value }
  }
}

extension DependencyValues {
  @TaskLocal private static var boundToTask: BoundDependencies?

  /// The dependencies bound to the task, or to the thread while a store reduces on it.
  static var bound: DependencyStorage? {
    ForegroundDependencies.ofMainActor.current { boundToTask }
  }

  package static var current: DependencyValues {
    DependencyValues(currentStorage)
  }

  /// The dependencies of the current task. Outside of all scopes, nothing is overridden.
  static var currentStorage: DependencyStorage {
    bound ?? DependencyStorage.unbound
  }

  package static func run<R>(
    under values: DependencyValues, _ operation: () throws -> R
  ) rethrows -> R {
    try bind(values.flattened, operation)
  }

  /// Runs an asynchronous `operation` with `values` as the current ones, on the caller's actor.
  package static func run<R>(
    under values: DependencyValues, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await $boundToTask.withValue(
      BoundDependencies(values.flattened), operation: operation)
  }

  static func bind<R>(
    _ storage: DependencyStorage, _ operation: () throws -> R
  ) rethrows -> R {
    try $boundToTask.withValue(BoundDependencies(storage), operation: operation)
  }

  var flattened: DependencyStorage {
    guard let fallback, !fallback.overrides.isEmpty else { return storage }
    return DependencyStorage(
      overrides: fallback.overrides.merging(storage.overrides), cache: storage.cache)
  }

  /// Returns a copy with the changes of `update`, in which reading a value does not count as a use.
  func updated(
    _ update: (inout DependencyValues) throws -> Void
  ) rethrows -> DependencyValues {
    var values = DependencyValues(flattened, isAssigning: true)
    try Resolution.assigning { try update(&values) }
    return values
  }

  /// Returns a copy with the changes of an asynchronous `update`.
  func updated(
    _ update: (inout DependencyValues) async throws -> Void
  ) async rethrows -> DependencyValues {
    var values = DependencyValues(flattened, isAssigning: true)
    try await Resolution.$current.withValue(Resolution(isAssigning: true)) {
      try await update(&values)
    }
    return values
  }
}

struct BoundDependencies: Sendable {
  let storage: DependencyStorage
  /// The number of the store's reduction during which the dependencies were bound; 0 outside of
  /// reductions.
  let scope: UInt64

  init(_ storage: DependencyStorage) {
    self.storage = storage
    scope = ForegroundDependencies.ofMainActor.scopeForBinding()
  }
}
