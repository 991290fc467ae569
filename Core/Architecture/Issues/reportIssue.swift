/// Reports an issue, which fails the running test or prints a warning outside of tests.
///
/// An issue with the severity `warning` fails no test.
public func reportIssue(
  _ message: @autoclosure () -> String? = nil, severity: IssueSeverity = .error,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  reportIssue(
    message() ?? "Issue reported.",
    at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
    severity: severity == .warning ? .note : .failure)
}

/// Reports a caught error as an issue, after a message if one is given.
public func reportIssue(
  _ error: any Error, _ message: @autoclosure () -> String? = nil,
  severity: IssueSeverity = .error,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let prefix = message().map { "\($0): " } ?? ""
  reportIssue(
    "\(prefix)Caught error: \(error)", severity: severity, fileID: fileID, filePath: filePath,
    line: line, column: column)
}

/// The severity of an issue.
///
///     reportIssue("the list is empty", severity: .warning)
public enum IssueSeverity: Int, Comparable, Sendable {
  /// The issue is reported without failing the test.
  case warning
  /// The issue fails the running test.
  case error

  /// Returns whether one severity is lower than another.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Reports an issue at the location of the app's code, or else, if there is none, at the running
/// test.
package func reportIssue(
  _ message: @autoclosure () -> String, at location: CodeLocation?,
  severity: ReportedIssue.Severity = .failure
) {
  IssueReports.report(ReportedIssue(message: message(), location: location, severity: severity))
}

/// Reports the use of a dependency that has no value in the current context.
package func reportMissingDependency(
  _ message: @autoclosure () -> String, at location: CodeLocation?
) {
  IssueReports.report(
    ReportedIssue(message: message(), location: location, isOfDependency: true))
}

package struct ReportedIssue: Sendable {
  package enum Severity: Sendable {
    /// The issue fails the running test.
    case failure
    /// The issue is reported without failing the test.
    case note
  }

  package let message: String
  /// The location of the code at fault, if known.
  package let location: CodeLocation?
  package let severity: Severity
  /// Whether a dependency was used that has no value in the current context.
  package let isOfDependency: Bool

  package init(
    message: String, location: CodeLocation?, severity: Severity = .failure,
    isOfDependency: Bool = false
  ) {
    self.message = message
    self.isOfDependency = isOfDependency
    self.location = IssueReports.location ?? location
    self.severity = severity
  }
}
