/// Fails the test if two values are not equal, and shows in which fields they differ.
///
/// What did not change is folded. An error that a value throws fails the test as well.
public func expectNoDifference<T: Equatable>(
  _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  let place = TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let (first, second) = (try expression1(), try expression2())
    guard first != second else { return }
    place.fail(DifferenceFailure.notEqual(first: first, second: second, note: message()))
  } catch {
    place.fail(DifferenceFailure<T>.threw(error, note: message()))
  }
}
