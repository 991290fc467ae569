import Platform

/// The dependencies of objects that `withDependencies` returned.
///
/// An object without a `@Dependency` of its own passes these on to its child models.
enum ModelDependencies {
  private struct Entry: @unchecked Sendable {
    weak var model: AnyObject?
    let dependencies: DependencyStorage
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which those of deallocated objects are removed.
    var limit = 64
  }

  private static let state = Mutex(State())

  /// Keeps the dependencies of a value if it is an object.
  static func keep<Value>(_ values: DependencyValues, for value: Value) {
    guard Value.self is AnyObject.Type else { return }
    // Only its address is used, and it is referenced weakly.
    nonisolated(unsafe) let model = value as AnyObject
    state.withLock { state in
      state.entries[ObjectIdentifier(model)] = Entry(model: model, dependencies: values.flattened)
      guard state.entries.count >= state.limit else { return }
      state.entries = state.entries.filter { $0.value.model != nil }
      state.limit = max(64, 2 * state.entries.count)
    }
  }

  static func of(_ model: AnyObject) -> DependencyStorage? {
    nonisolated(unsafe) let model = model
    return state.withLock { state in
      // A deallocated object may have had the same address.
      state.entries[ObjectIdentifier(model)].flatMap { $0.model === model ? $0.dependencies : nil }
    }
  }
}

extension DependencyValues {
  /// Runs an operation with dependencies, and keeps them for the object that it returns, if any.
  static func make<R>(
    under values: DependencyValues, _ operation: () throws -> R
  ) rethrows -> R {
    let result = try run(under: values, operation)
    ModelDependencies.keep(values, for: result)
    return result
  }

  /// Runs an asynchronous operation with dependencies, and keeps them for the object that it
  /// returns, if any.
  static func make<R>(
    under values: DependencyValues, _ operation: () async throws -> R
  ) async rethrows -> R {
    let result = try await run(under: values, operation)
    ModelDependencies.keep(values, for: result)
    return result
  }
}
