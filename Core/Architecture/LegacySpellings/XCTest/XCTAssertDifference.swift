import ReducerRuntime
import TestStores

// Replaced by `expectNoDifference` and `expectDifference`.

/// Fails the test if two values aren't equal, like `expectNoDifference`.
public func XCTAssertNoDifference<T: Equatable>(
  _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  expectNoDifference(
    try expression1(), try expression2(), message(), fileID: fileID, filePath: filePath,
    line: line, column: column)
}

/// Fails the test unless an operation changes a value in the same way as the `changes` closure.
public func XCTAssertDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  operation: () throws -> Void = {},
  changes updateExpectingResult: (_ value: inout T) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  expectDifference(
    try expression(), message(), operation: operation, changes: updateExpectingResult,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Fails the test unless an asynchronous operation changes a value in the same way as `changes`.
public func XCTAssertDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  operation: () async throws -> Void,
  changes updateExpectingResult: (_ value: inout T) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async {
  await expectDifference(
    try expression(), message(), operation: operation, changes: updateExpectingResult,
    fileID: fileID, filePath: filePath, line: line, column: column)
}
