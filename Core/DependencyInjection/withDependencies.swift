/// Runs `operation` with dependencies overridden, and all that it calls and starts as tasks.
///
///     let model = withDependencies {
///       $0.date = .constant(Date(timeIntervalSince1970: 0))
///     } operation: {
///       Model()
///     }
@discardableResult
public func withDependencies<R>(
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues.current.assigning
  try updateValues(&values)
  return try DependencyValues.run(under: values, operation)
}

/// Runs an asynchronous `operation` with dependencies overridden, on the caller's actor.
@discardableResult
public func withDependencies<R>(
  _ updateValues: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.current.assigning
  try await updateValues(&values)
  return try await DependencyValues.run(under: values, operation)
}
