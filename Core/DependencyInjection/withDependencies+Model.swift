/// Runs `operation` with the dependencies that `model` captured, where none are overridden here.
///
/// A model makes its child models in this, so that they get its dependencies. A model that holds
/// no `@Dependency` is reported as an issue, and `operation` runs with the current dependencies.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  operation: () throws -> R,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> R {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let values = DependencyValues.captured(by: model, location)
  return try DependencyValues.run(under: values, operation)
}

/// Runs `operation` with the dependencies that `model` captured, and further ones overridden.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> R {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues.captured(by: model, location).assigning
  try updateValues(&values)
  return try DependencyValues.run(under: values, operation)
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
  return try await DependencyValues.run(under: values, operation)
}

/// Runs an asynchronous `operation` with those that `model` captured, and further ones overridden.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  _ updateValues: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async rethrows -> R {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues.captured(by: model, location).assigning
  try await updateValues(&values)
  return try await DependencyValues.run(under: values, operation)
}

extension DependencyValues {
  /// The current values, with those that the model's first `@Dependency` captured as fallback.
  fileprivate static func captured(
    by model: AnyObject, _ location: CodeLocation
  ) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror {
      for child in level.children {
        guard let dependency = child.value as? any DependencyCapturing else { continue }
        guard let bound else { return DependencyValues(dependency.captured) }
        return DependencyValues(bound, fallback: dependency.captured)
      }
      mirror = level.superclassMirror
    }
    reportIssue(
      ModelWithoutDependencies(model: type(of: model)).description, at: location)
    return current
  }
}

/// What `Mirror` can find of a `@Dependency`, whatever its value.
private protocol DependencyCapturing {
  var captured: DependencyStorage { get }
}

extension Dependency: DependencyCapturing {}

/// A model was to hand on its dependencies, but captured none.
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
