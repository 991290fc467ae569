import DependencyInjection

/// The line of a test that a failure is reported at.
struct TestLine {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  func fail(_ failure: some CustomStringConvertible) {
    reportIssue(
      failure.description, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
