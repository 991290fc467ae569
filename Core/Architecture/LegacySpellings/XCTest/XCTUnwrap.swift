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
    value(), casePath, named: "\(Value.self)", message(),
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
    value(), AnyCasePath(path), named: "\(path)", message(),
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
    let failure = CaseFailure.cannotUnwrap(
      value: reference.wrappedValue, path: "\(Value.self)", note: message())
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column).report(failure)
    throw OtherCase(description: failure.description)
  }
  return unwrapped
}

private func unwrap<Enum, Value>(
  _ value: Enum, _ casePath: AnyCasePath<Enum, Value>, named name: String,
  _ message: @autoclosure () -> String, at location: CodeLocation
) throws -> Value {
  guard let payload = casePath.extract(from: value) else {
    let failure = CaseFailure.cannotUnwrap(value: value, path: name, note: message())
    location.report(failure)
    throw OtherCase(description: failure.description)
  }
  return payload
}

private struct OtherCase: Error, CustomStringConvertible {
  let description: String
}
