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

/// A mistake in the use of the library, a failure of the test that runs, or a note to it.
package struct ReportedIssue: Sendable {
  /// How bad the issue is.
  package enum Severity: Sendable {
    /// It fails the test that runs.
    case failure
    /// It is told, and fails nothing.
    case note
  }

  package let message: String
  /// The place that is at fault, where it is known.
  package let location: IssueLocation?
  package let severity: Severity

  package init(message: String, location: IssueLocation?, severity: Severity = .failure) {
    self.message = message
    self.location = location
    self.severity = severity
  }
}

/// A place in the source.
package struct IssueLocation: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}
