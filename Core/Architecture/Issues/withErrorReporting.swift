/// Runs an operation. Reports any error it throws, and returns `nil` in that case.
public func withErrorReporting<Result>(
  _ message: @autoclosure () -> String? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  catching body: () throws -> Result
) -> Result? {
  do {
    return try body()
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }
}

/// Runs an asynchronous operation. Reports any error it throws, and returns `nil` in that case.
public func withErrorReporting<Result>(
  _ message: @autoclosure () -> String? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  catching body: () async throws -> Result
) async -> Result? {
  do {
    return try await body()
  } catch {
    reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }
}
