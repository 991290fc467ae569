@_exported public import ComposableArchitecture

/// Fails the running test, from code that does not import XCTest.
@_disfavoredOverload
public func XCTFail(
  _ message: String = "", fileID: StaticString = #fileID, file: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  reportIssue(message, fileID: fileID, filePath: file, line: line, column: column)
}

/// Whether the process is running tests.
public var _XCTIsTesting: Bool { isTesting }
