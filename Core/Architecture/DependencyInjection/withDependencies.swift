import Issues

/// Runs `operation` with dependencies overridden. Code that it calls, and tasks that it creates,
/// also use them.
///
///     let model = withDependencies {
///       $0.date = .constant(Date(timeIntervalSince1970: 0))
///     } operation: {
///       ProfileModel()
///     }
@discardableResult
public func withDependencies<R>(
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  let values = try DependencyValues.current.updated(updateValues)
  return try DependencyValues.make(under: values, operation)
}

/// Runs an asynchronous `operation` with dependencies overridden, on the caller's actor.
@discardableResult
public func withDependencies<R>(
  _ updateValues: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  let values = try await DependencyValues.current.updated(updateValues)
  return try await DependencyValues.make(under: values, operation)
}

/// Runs `operation` with a continuation that carries the current dependencies to escaping closures.
///
///     withEscapedDependencies { dependencies in
///       DispatchQueue.main.async {
///         dependencies.yield { profileModel.reload() }
///       }
///     }
@discardableResult
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation())
}

/// Runs an asynchronous `operation` with a continuation that carries the current dependencies.
@discardableResult
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// The captured dependencies of a scope, for closures that don't inherit them.
  ///
  ///     withEscapedDependencies { dependencies in
  ///       DispatchQueue.main.async {
  ///         dependencies.yield { print(Profile.State()) }
  ///       }
  ///     }
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

/// Sets default dependencies for the app or the current test, before any are read.
///
/// A dependency that has already been read or prepared keeps its value, and an issue is reported.
public func prepareDependencies<R>(
  _ updateValues: (inout DependencyValues) throws -> R,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> R {
  let cache = DependencyValues.bound?.cache ?? DependencyCache.ofCurrentTest ?? .process
  var values = DependencyValues(DependencyStorage(cache: cache), isAssigning: true)
  let result = try Resolution.assigning { try updateValues(&values) }
  for key in cache.prepare(values.storage.overrides, in: values.preparedContext) {
    reportIssue(
      LatePreparation(key: key).description,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
  return result
}

/// An issue: a dependency was prepared after it had been read or prepared.
struct LatePreparation {
  let key: Any.Type
}

extension LatePreparation: CustomStringConvertible {
  var description: String {
    """
    The dependency of the key '\(key)' was prepared after it had been read or prepared, and keeps \
    the value it had. Call 'prepareDependencies' once, before anything reads the dependency.
    """
  }
}
