import Issues

/// Runs `operation` with the dependencies that `model` captured, unless overridden here.
///
/// A model creates its child models in `operation` to pass its dependencies on to them. A `model`
/// without a `@Dependency` property has the dependencies under which `withDependencies` returned
/// it. For any other model, an issue is reported and the current dependencies apply.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  operation: () throws -> R,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> R {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let values = DependencyValues.captured(by: model, location)
  return try DependencyValues.make(under: values, operation)
}

/// Runs `operation` with the dependencies that `model` captured, after overriding some.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> R {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let values = try DependencyValues.captured(by: model, location).updated(updateValues)
  return try DependencyValues.make(under: values, operation)
}

/// Runs an asynchronous `operation` with the dependencies that `model` captured.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  operation: () async throws -> R,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async rethrows -> R {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let values = DependencyValues.captured(by: model, location)
  return try await DependencyValues.make(under: values, operation)
}

/// Runs an asynchronous `operation` with a model's dependencies, after overriding some.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  _ updateValues: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async rethrows -> R {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let values = try await DependencyValues.captured(by: model, location).updated(updateValues)
  return try await DependencyValues.make(under: values, operation)
}

extension DependencyValues {
  /// Returns the current values, which fall back to the values that the model's first `@Dependency`
  /// captured.
  fileprivate static func captured(
    by model: AnyObject, _ location: CodeLocation
  ) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror {
      for child in level.children {
        guard let dependency = child.value as? any DependencyCapturing else { continue }
        return current(over: dependency.captured)
      }
      mirror = level.superclassMirror
    }
    if let kept = ModelDependencies.of(model) { return current(over: kept) }
    reportIssue(
      ModelWithoutDependencies(model: type(of: model)).description, at: location)
    return current
  }

  private static func current(over captured: DependencyStorage) -> DependencyValues {
    guard let bound else { return DependencyValues(captured) }
    return DependencyValues(bound, fallback: captured)
  }
}

private protocol DependencyCapturing {
  var captured: DependencyStorage { get }
}

extension Dependency: DependencyCapturing {}

/// An issue: `withDependencies(from:)` was called with a model without captured dependencies.
struct ModelWithoutDependencies {
  let model: Any.Type
}

extension ModelWithoutDependencies: CustomStringConvertible {
  var description: String {
    """
    'withDependencies(from:)' was given a '\(model)', which has no '@Dependency' to take \
    dependencies from; the current dependencies are used instead. Add one to '\(model)'.
    """
  }
}
