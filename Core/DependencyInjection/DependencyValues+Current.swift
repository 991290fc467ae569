extension DependencyValues {
  @TaskLocal static var boundToTask: DependencyStorage?

  /// What is in force in the current task, or on the current thread while a store reduces on it.
  static var bound: DependencyStorage? { boundToTask ?? ForegroundDependencies.ofMainActor.current }

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
    try $boundToTask.withValue(values.flattened, operation: operation)
  }

  /// Runs `operation` with `values` as the current ones, on the caller's actor.
  package static func run<R>(
    under values: DependencyValues, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await $boundToTask.withValue(values.flattened, operation: operation)
  }

  /// Whether anything differs from the defaults, so that there is something to run under.
  package var hasOverrides: Bool {
    !storage.overrides.isEmpty || fallback?.overrides.isEmpty == false
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
