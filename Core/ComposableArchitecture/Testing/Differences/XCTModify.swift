public import CaseKeyPaths
import DependencyInjection

/// Changes the value of a case in place, and fails the test if another case is there.
public func XCTModify<Enum: CasePathable, Value>(
  _ value: inout Enum, case path: CaseKeyPath<Enum, Value>,
  _ message: @autoclosure () -> String = "", _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let casePath = AnyCasePath(path)
  guard var payload = casePath.extract(from: value) else {
    location.report(ModifyFailure.otherCase(value: value, path: "\(path)", note: message()))
    return
  }
  do {
    try body(&payload)
    value = casePath.embed(payload)
  } catch {
    location.report(ModifyFailure<Enum>.threw(error))
  }
}

/// Changes an optional value in place, and fails the test if there is none.
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

/// What is wrong with a change of a case that a test makes.
private enum ModifyFailure<Value> {
  case otherCase(value: Value, path: String, note: String)
  case threw(any Error)
}

extension ModifyFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .otherCase(let value, let path, let note):
      "\(note.isEmpty ? "" : "\(note) - ")Cannot modify '\(path)': the value is '\(value)'."
    case .threw(let error):
      "Threw error: \(error)"
    }
  }
}
