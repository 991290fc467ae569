/// Reports a mistake: in a test it fails the test, elsewhere it is a warning on standard error.
///
/// A mistake of the severity `warning` fails no test.
public func reportIssue(
  _ message: @autoclosure () -> String? = nil, severity: IssueSeverity = .error,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  IssueReports.report(
    ReportedIssue(
      message: message() ?? "Issue reported.",
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      severity: severity == .warning ? .note : .failure))
}

/// Reports an error that was caught as a mistake, with a message before it if one is given.
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

/// How bad an issue is.
///
///     reportIssue("the list is empty", severity: .warning)
public enum IssueSeverity: Int, Comparable, Sendable {
  /// It is told, and fails no test.
  case warning
  /// It fails the test that runs.
  case error

  /// Whether one is less bad than another.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Reports a mistake whose place may be unknown.
package func reportIssue(_ message: @autoclosure () -> String, at location: CodeLocation?) {
  IssueReports.report(ReportedIssue(message: message(), location: location))
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
    self.location = IssueReports.location ?? location
    self.severity = severity
  }
}
