import DependencyInjection

/// The line of a test that a failure is reported at.
struct TestLine {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  private var location: IssueLocation {
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  func fail(_ failure: some CustomStringConvertible) {
    reportIssue(failure.description, at: location)
  }

  /// Tells something that does not fail the test.
  func note(_ message: String) {
    IssueReporter.current(ReportedIssue(message: message, location: location, severity: .note))
  }
}
