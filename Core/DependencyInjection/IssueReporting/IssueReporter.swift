/// Where issues are reported to.
package enum IssueReporter {
  /// The reporter in force: unless overridden, the test that runs, or standard error.
  @TaskLocal package static var current: @Sendable (ReportedIssue) -> Void = reportByDefault

  private static let reportByDefault: @Sendable (ReportedIssue) -> Void = { issue in
    if DependencyContext.ofProcess == .test, let framework = TestFrameworks.linked {
      framework.record(issue)
    } else {
      StandardErrorReporter.report(issue)
    }
  }
}
