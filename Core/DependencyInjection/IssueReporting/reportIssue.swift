/// Reports a mistake: in a test it fails the test, elsewhere it is a warning on standard error.
public func reportIssue(
  _ message: @autoclosure () -> String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  reportIssue(
    message(),
    at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Reports a mistake whose place may be unknown.
package func reportIssue(_ message: @autoclosure () -> String, at location: IssueLocation?) {
  IssueReporter.current(ReportedIssue(message: message(), location: location))
}
