/// Reports a mistake: in a test it fails the test, elsewhere it is a warning on standard error.
public func reportIssue(
  _ message: @autoclosure () -> String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  reportIssue(
    message(),
    at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Reports a mistake whose location may be unknown.
package func reportIssue(_ message: @autoclosure () -> String, at location: CodeLocation?) {
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
  /// The location of the code at fault, where it is known.
  package let location: CodeLocation?
  package let severity: Severity

  package init(message: String, location: CodeLocation?, severity: Severity = .failure) {
    self.message = message
    self.location = location
    self.severity = severity
  }
}
