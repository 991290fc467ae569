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
