public import CaseKeyPaths
import DependencyInjection
import Issues
import ReducerRuntime
public import SharedState

// Replaced by `#require(value[case: \.path])`.

/// Returns the value of a case, or fails the test and throws an error in any other case.
public func XCTUnwrap<Enum, Value>(
  _ value: @autoclosure () throws -> Enum, case casePath: AnyCasePath<Enum, Value>,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws -> Value {
  try unwrap(
    value(), casePath, message(),
    at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Returns the value of a case, or fails the test and throws an error in any other case.
public func XCTUnwrap<Enum: CasePathable, Value>(
  _ value: @autoclosure () throws -> Enum, case path: CaseKeyPath<Enum, Value>,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws -> Value {
  try unwrap(
    value(), AnyCasePath(path), message(),
    at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Returns a reference to the wrapped value of an optional reference, or fails the test and throws
/// an error if the value is `nil`.
@available(*, deprecated, message: "Unwrap 'Shared(reference)'.")
public func XCTUnwrap<Value>(
  _ reference: Shared<Value?>, _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws -> Shared<Value> {
  guard let unwrapped = Shared(reference) else {
    throw failure(
      reference.wrappedValue, wanted: Value.self, message(),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
  return unwrapped
}

private func unwrap<Enum, Value>(
  _ value: Enum, _ casePath: AnyCasePath<Enum, Value>, _ message: @autoclosure () -> String,
  at location: CodeLocation
) throws -> Value {
  guard let payload = casePath.extract(from: value) else {
    throw failure(value, wanted: Value.self, message(), at: location)
  }
  return payload
}

/// Reports that a value is in a different case, and returns the error to throw.
private func failure<Enum>(
  _ value: Enum, wanted: Any.Type, _ note: String, at location: CodeLocation
) -> OtherCase {
  let failure = CaseFailure.otherCase(value, wanted: wanted, function: "XCTUnwrap", note: note)
  location.report(failure)
  return OtherCase(description: failure.description)
}

private struct OtherCase: Error, CustomStringConvertible {
  let description: String
}
