/// Fails the test if an operation does not change a value as the closure `changes` does.
///
///     expectDifference(counter.state) {
///       counter.increment()
///     } changes: {
///       $0.count = 1
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
  let place = TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    var expected = try expression()
    try updateExpectingResult(&expected)
    try operation()
    check(expected, try expression(), message(), at: place)
  } catch {
    place.fail(DifferenceFailure<T>.threw(error, note: message()))
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
  let place = TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    var expected = try expression()
    try updateExpectingResult(&expected)
    try await operation()
    check(expected, try expression(), message(), at: place)
  } catch {
    place.fail(DifferenceFailure<T>.threw(error, note: message()))
  }
}

private func check<T: Equatable>(
  _ expected: T, _ actual: T, _ note: @autoclosure () -> String?, at place: TestLine
) {
  guard expected != actual else { return }
  place.fail(DifferenceFailure.wrongChange(expected: expected, actual: actual, note: note()))
}
