import DependencyInjection
import Issues
import ReducerRuntime
import ValueDump

/// Fails the test unless an operation changes a value in the same way as the `changes` closure.
///
///     var names = ["Blob"]
///     expectDifference(names) {
///       names.append("Blob Jr.")
///     } changes: {
///       $0 = ["Blob", "Blob Jr."]
///     }
///
/// The value is evaluated before and after the operation. Thrown errors also fail the test.
public func expectDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String? = nil,
  operation: () throws -> Void = {},
  changes updateExpectingResult: (_ value: inout T) throws -> Void,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    var expected = try expression()
    try updateExpectingResult(&expected)
    try operation()
    check(expected, try expression(), message(), at: location)
  } catch {
    location.report(DifferenceFailure<T>.threw(error, note: message()))
  }
}

/// Fails the test unless an asynchronous operation changes a value in the same way as `changes`.
public func expectDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String? = nil,
  operation: () async throws -> Void,
  changes updateExpectingResult: (_ value: inout T) throws -> Void,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    var expected = try expression()
    try updateExpectingResult(&expected)
    try await operation()
    check(expected, try expression(), message(), at: location)
  } catch {
    location.report(DifferenceFailure<T>.threw(error, note: message()))
  }
}

private func check<T: Equatable>(
  _ expected: T, _ actual: T, _ note: @autoclosure () -> String?, at location: CodeLocation
) {
  guard expected != actual else { return }
  location.report(DifferenceFailure.wrongChange(expected: expected, actual: actual, note: note()))
}

/// Fails the test if two values aren't equal, and shows the fields that differ.
///
/// Unchanged fields are collapsed. The test also fails if an expression throws an error.
public func expectNoDifference<T: Equatable>(
  _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let (first, second) = (try expression1(), try expression2())
    guard first != second else { return }
    location.report(DifferenceFailure.notEqual(first: first, second: second, note: message()))
  } catch {
    location.report(DifferenceFailure<T>.threw(error, note: message()))
  }
}

enum DifferenceFailure<Value> {
  case notEqual(first: Value, second: Value, note: String?)
  case wrongChange(expected: Value, actual: Value, note: String?)
  case threw(any Error, note: String?)
}

extension DifferenceFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .notEqual(let first, let second, let note):
      Self.text(note, first, second, legend: "(First: −, Second: +)")
    case .wrongChange(let expected, let actual, let note):
      Self.text(note, expected, actual, legend: "(Expected: −, Actual: +)")
    case .threw(let error, let note):
      Self.prefix(note) + "Threw error: \(error)"
    }
  }

  private static func prefix(_ note: String?) -> String {
    guard let note, !note.isEmpty else { return "" }
    return "\(note) - "
  }

  private static func text(_ note: String?, _ first: Value, _ second: Value, legend: String)
    -> String
  {
    let lines = diff(first, second, format: .proportional) ?? "(no visible difference)"
    let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }
      .joined(separator: "\n")
    return "\(prefix(note))Difference: …\n\n\(indented)\n\n\(legend)"
  }
}
