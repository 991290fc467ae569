import DependencyInjection
import Issues

// Replaced by `unimplemented` and `reportIssue`.

/// Returns a closure that fails the test when called, and returns the placeholder.
public func XCTUnimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  unimplemented(
    description(), placeholder: placeholder(), fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Returns an asynchronous closure that fails the test when called, and returns the placeholder.
public func XCTUnimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Result {
  unimplemented(
    description(), placeholder: placeholder(), fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Returns a closure that fails the test when called, and throws an ``UnimplementedFailure``.
public func XCTUnimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  unimplemented(
    description(), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Returns an asynchronous closure that fails the test when called, and throws an error.
public func XCTUnimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Result {
  unimplemented(
    description(), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Returns a closure that fails the test when called, and returns an empty value.
@available(*, deprecated, message: "Give a placeholder, which the closure returns.")
@_disfavoredOverload
public func XCTUnimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  unimplemented(description(), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Returns an asynchronous closure that fails the test when called, and returns an empty value.
@available(*, deprecated, message: "Give a placeholder, which the closure returns.")
@_disfavoredOverload
public func XCTUnimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Result {
  unimplemented(description(), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Fails the running test, from code that does not import XCTest. Where XCTest is imported, its own
/// function is called.
@_disfavoredOverload
public func XCTFail(
  _ message: String = "", fileID: StaticString = #fileID, file: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  reportIssue(message, fileID: fileID, filePath: file, line: line, column: column)
}

/// Whether the process is running tests.
public var _XCTIsTesting: Bool { isTesting }
