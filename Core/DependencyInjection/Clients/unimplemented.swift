/// A closure that fails the test that calls it, and returns the placeholder.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let place = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (argument: repeat each Argument) in
    reportUnimplemented(description(), (repeat each argument), at: place)
    return placeholder()
  }
}

/// An asynchronous closure that fails the test that calls it, and returns the placeholder.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Result {
  let place = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let closure: @Sendable (repeat each Argument) -> Result = {
    (argument: repeat each Argument) in
    reportUnimplemented(description(), (repeat each argument), at: place)
    return placeholder()
  }
  return closure
}

/// A closure that fails the test that calls it, and throws an ``UnimplementedFailure``.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let place = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (argument: repeat each Argument) throws in
    reportUnimplemented(description(), (repeat each argument), at: place)
    throw UnimplementedFailure(description: description())
  }
}

/// An asynchronous closure that fails the test that calls it, and throws an error.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Result {
  let place = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let closure: @Sendable (repeat each Argument) throws -> Result = {
    (argument: repeat each Argument) in
    reportUnimplemented(description(), (repeat each argument), at: place)
    throw UnimplementedFailure(description: description())
  }
  return closure
}

/// A value that fails the test that asks for it, and is the placeholder.
public func unimplemented<Result>(
  _ description: @autoclosure () -> String = "", placeholder: @autoclosure () -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> Result {
  let place = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  reportUnimplemented(description(), nil, at: place)
  return placeholder()
}

private func reportUnimplemented(_ name: String, _ arguments: Any?, at place: IssueLocation) {
  let text = arguments.flatMap { $0 is Void ? nil : String(reflecting: $0) }
  reportIssue(
    UnimplementedCall(name: name, isEndpoint: false, arguments: text).description, at: place)
}
