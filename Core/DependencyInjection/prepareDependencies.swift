/// Sets the default dependencies of the app, or of the current test, before anything reads them.
///
/// A dependency that was read or prepared before keeps its value, and is reported as an issue.
public func prepareDependencies<R>(
  _ updateValues: (inout DependencyValues) throws -> R,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> R {
  let cache = DependencyValues.bound?.cache ?? DependencyCache.ofCurrentTest ?? .process
  var values = DependencyValues(DependencyStorage(cache: cache), isAssigning: true)
  let result = try updateValues(&values)
  for key in cache.prepare(values.storage.overrides, in: values.resolvedContext) {
    reportIssue(
      LatePreparation(key: key).description,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
  return result
}
