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
