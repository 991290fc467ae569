/// Gives `operation` what it needs to carry the current dependencies into an escaping closure.
///
///     withEscapedDependencies { dependencies in
///       DispatchQueue.main.async {
///         dependencies.yield { model.tick() }
///       }
///     }
@discardableResult
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation())
}

/// Gives an asynchronous `operation` what carries the current dependencies into other closures.
@discardableResult
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// Dependencies captured in one place, to be used in another that is no task of it.
  public struct Continuation: Sendable {
    private let values = DependencyValues.current

    /// Runs `operation` with the captured dependencies.
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try DependencyValues.run(under: values, operation)
    }

    /// Runs an asynchronous `operation` with the captured dependencies, on the caller's actor.
    public func yield<R>(_ operation: () async throws -> R) async rethrows -> R {
      try await DependencyValues.run(under: values, operation)
    }
  }
}
