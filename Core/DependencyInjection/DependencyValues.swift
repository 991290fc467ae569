/// The dependencies that are in force at one place: those overridden, and defaults for all others.
///
/// A dependency of your own is a property in an extension:
///
///     extension DependencyValues {
///       var apiClient: ApiClient {
///         get { self[ApiClient.self] }
///         set { self[ApiClient.self] = newValue }
///       }
///     }
public struct DependencyValues: Sendable {
  private(set) var storage: DependencyStorage
  /// What `storage` does not override is looked up here: what a `@Dependency` captured.
  let fallback: DependencyStorage?
  /// The `@Dependency` through which these values are read.
  let site: AccessSite?
  /// Whether these values are being assigned to, so that reading a default is no use of it.
  let isAssigning: Bool

  /// Creates values without overrides.
  public init() {
    self.init(.unbound)
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

  /// The value for a key: the overriding one, or the default of the context.
  ///
  /// `property` is the name of the property that calls this, for messages; leave it out.
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

  /// What overrides the default of a key.
  func override(of key: ObjectIdentifier) -> (any ErasedDependencyBox)? {
    storage.overrides.box(of: key) ?? fallback?.overrides.box(of: key)
  }
}

extension DependencyValues {
  /// Sets what a key path leads to, which may be a part of a dependency: `\.date.now`.
  ///
  /// Swift reads such a part before it sets it. That is no use of the dependency.
  @usableFromInline
  package mutating func assign<Value>(
    _ value: Value, to keyPath: WritableKeyPath<DependencyValues, Value>
  ) {
    IssueReports.withHandler({ _ in }) { self[keyPath: keyPath] = value }
  }
}

extension DependencyValues {
  @TaskLocal private static var boundToTask: BoundDependencies?

  /// What is in force in the current task, or on the current thread while a store reduces on it.
  static var bound: DependencyStorage? {
    ForegroundDependencies.ofMainActor.current { boundToTask }
  }

  /// The values in force in the current task.
  package static var current: DependencyValues {
    DependencyValues(currentStorage)
  }

  /// What is in force in the current task; outside of all scopes, nothing is overridden.
  static var currentStorage: DependencyStorage {
    bound ?? DependencyStorage.unbound
  }

  /// Runs `operation` with `values` as the current ones.
  package static func run<R>(
    under values: DependencyValues, _ operation: () throws -> R
  ) rethrows -> R {
    try bind(values.flattened, operation)
  }

  /// Runs `operation` with `values` as the current ones, on the caller's actor.
  package static func run<R>(
    under values: DependencyValues, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await $boundToTask.withValue(
      BoundDependencies(values.flattened), operation: operation)
  }

  /// Runs `operation` with what is stored as the current dependencies.
  static func bind<R>(
    _ storage: DependencyStorage, _ operation: () throws -> R
  ) rethrows -> R {
    try $boundToTask.withValue(BoundDependencies(storage), operation: operation)
  }

  /// These values without a fallback: what overrides it, and else what it holds.
  var flattened: DependencyStorage {
    guard let fallback, !fallback.overrides.isEmpty else { return storage }
    return DependencyStorage(
      overrides: fallback.overrides.merging(storage.overrides), cache: storage.cache)
  }

  /// A copy whose assignments count as such, and not as uses of what they replace.
  var assigning: DependencyValues {
    DependencyValues(flattened, isAssigning: true)
  }
}

/// Dependencies that are bound to a task.
struct BoundDependencies: Sendable {
  let storage: DependencyStorage
  /// During which of a store's reductions they were bound; 0 if it was during none.
  let scope: UInt64

  init(_ storage: DependencyStorage) {
    self.storage = storage
    scope = ForegroundDependencies.ofMainActor.scopeForBinding()
  }
}
