import DependencyInjection
import ValueDump

/// Fails the test if an operation does not change a value as the closure `changes` does.
///
///     var names = ["Blob"]
///     expectDifference(names) {
///       names.append("Blob Jr.")
///     } changes: {
///       $0 = ["Blob", "Blob Jr."]
///     }
///
/// The value is asked for before and after the operation. An error that anything throws fails the
/// test as well.
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

/// Fails the test if an asynchronous operation does not change a value as the closure `changes` does.
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

/// Fails the test if two values are not equal, and shows in which fields they differ.
///
/// What did not change is folded. An error that a value throws fails the test as well.
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

/// What is wrong with two values that should be equal.
enum DifferenceFailure<Value> {
  /// Two values differ.
  case notEqual(first: Value, second: Value, note: String?)
  /// A value was to change in another way than it did.
  case wrongChange(expected: Value, actual: Value, note: String?)
  /// A value could not be had.
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
    let lines = diff(first, second, format: .proportional) ?? "(no difference to be seen)"
    let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }
      .joined(separator: "\n")
    return "\(prefix(note))Difference:\n\n\(indented)\n\n\(legend)"
  }
}
