/// A mistake in the use of the library, or a failure of the test that runs.
package struct ReportedIssue: Sendable {
  package let message: String
  /// The place that is at fault, where it is known.
  package let location: IssueLocation?

  package init(message: String, location: IssueLocation?) {
    self.message = message
    self.location = location
  }
}
