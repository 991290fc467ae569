public import CaseKeyPaths
import DependencyInjection
import Issues
import ReducerRuntime
import TestStores
import ValueDump

// Replaced by `modify(_:)` of a `@CasePathable` type.

/// Changes the value of a case in place, or fails the test if it is missing or doesn't change.
///
///     var destination: Int? = 42
///     XCTModify(&destination, case: .some) { $0 += 1 }
public func XCTModify<Enum, Value>(
  _ value: inout Enum, case casePath: AnyCasePath<Enum, Value>,
  _ message: @autoclosure () -> String = "", _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  modify(
    &value, casePath, message(), body,
    at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Changes the value of a case in place, or fails the test if it is missing or doesn't change.
public func XCTModify<Enum: CasePathable, Value>(
  _ value: inout Enum, case path: CaseKeyPath<Enum, Value>,
  _ message: @autoclosure () -> String = "", _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  modify(
    &value, AnyCasePath(path), message(), body,
    at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Changes an optional value in place, or fails the test if it is `nil` or doesn't change.
public func XCTModify<Value>(
  _ value: inout Value?, _ message: @autoclosure () -> String = "",
  _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  XCTModify(
    &value, case: \.some, message(), body, fileID: fileID, file: filePath, line: line,
    column: column)
}

private func modify<Enum, Value>(
  _ value: inout Enum, _ casePath: AnyCasePath<Enum, Value>, _ message: @autoclosure () -> String,
  _ body: (inout Value) throws -> Void, at location: CodeLocation
) {
  guard var payload = casePath.extract(from: value) else {
    location.report(
      CaseFailure.otherCase(
        value, wanted: Value.self, function: "XCTModify", note: message()))
    return
  }
  do {
    let before = payload
    try body(&payload)
    value = casePath.embed(payload)
    if AssertionScope.isExhaustive, equality(of: Value.self)?(before, payload) == true {
      location.report(CaseFailure<Enum>.unchanged(Value.self, note: message()))
    }
  } catch {
    location.report(CaseFailure<Enum>.threw(error))
  }
}

enum CaseFailure<Value> {
  case otherCase(Value, wanted: Any.Type, function: String, note: String)
  case unchanged(Any.Type, note: String)
  case threw(any Error)
}

extension CaseFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .otherCase(let value, let wanted, let function, let note):
      """
      \(function): Expected to extract value of type "\(TypeNames.name(of: wanted))" from \
      "\(TypeNames.name(of: Value.self))"\(Self.suffix(note)) …

        Actual:
      \(String(customDumping: value, indent: 4))
      """
    case .unchanged(let type, let note):
      """
      XCTModify: Expected "\(TypeNames.name(of: type))" value to be modified but it was \
      unchanged\(Self.suffix(note)).
      """
    case .threw(let error):
      "Threw error: \(error)"
    }
  }

  private static func suffix(_ note: String) -> String { note.isEmpty ? "" : " - \(note)" }
}
