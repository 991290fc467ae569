/// A receiver of issues, installed with `withIssueReporters`.
///
///     struct LoggingReporter: IssueReporter {
///       func reportIssue(
///         _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
///         line: UInt, column: UInt
///       ) {
///         print("\(fileID):\(line): \(message() ?? "")")
///       }
///     }
public protocol IssueReporter: Sendable {
  /// Handles an issue.
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt)

  /// Handles an issue of any severity.
  func reportIssue(
    _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt)
}

extension IssueReporter {
  /// Handles the issue without its severity.
  public func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Ignores the issue. A reporter implements one of the two methods.
  public func reportIssue(
    _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {}
}

/// The default reporter, which fails the running test or writes to standard error.
///
///     withIssueReporters([.default]) {
///       reportIssue("the list is empty")
///     }
public struct DefaultIssueReporter: IssueReporter {
  /// Creates a reporter.
  public init() {}

  /// Fails the running test, or writes a warning to standard error outside of tests.
  public func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    IssueReports.reportByDefault(
      ReportedIssue(
        message: message() ?? "Issue reported.",
        location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        severity: severity == .warning ? .note : .failure))
  }
}

/// A reporter that stops the program at the first issue that isn't a warning.
///
///     withIssueReporters([.fatalError]) {
///       reportIssue("the list is empty")
///     }
public struct FatalErrorReporter: IssueReporter {
  /// Creates a reporter.
  public init() {}

  /// Stops the program, unless the issue is a warning.
  public func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    if severity == .error { Swift.fatalError(message() ?? "", file: filePath, line: line) }
  }
}

extension IssueReporter where Self == DefaultIssueReporter {
  /// A reporter that fails the running test, or writes to standard error.
  public static var `default`: Self { DefaultIssueReporter() }

  /// A reporter that fails the running test, or writes to standard error.
  public static var runtimeWarning: Self { DefaultIssueReporter() }
}

extension IssueReporter where Self == FatalErrorReporter {
  /// A reporter that stops the program.
  public static var fatalError: Self { FatalErrorReporter() }
}

/// Runs an operation with the given issue reporters instead of the current ones.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter], operation: () throws -> Result
) rethrows -> Result {
  try IssueReports.withHandler(report(to: reporters), operation: operation)
}

/// Runs an asynchronous operation with the given issue reporters instead of the current ones.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter], operation: () async throws -> Result
) async rethrows -> Result {
  try await IssueReports.withHandler(report(to: reporters), operation: operation)
}

/// Runs an operation whose issues are attributed to a location, such as a helper's call site.
public func withIssueContext<Result>(
  fileID: StaticString, filePath: StaticString, line: UInt, column: UInt,
  operation: () throws -> Result
) rethrows -> Result {
  try IssueReports.$location.withValue(
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
    operation: operation)
}

/// Runs an asynchronous operation whose issues are attributed to a location.
public func withIssueContext<Result>(
  fileID: StaticString, filePath: StaticString, line: UInt, column: UInt,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await IssueReports.$location.withValue(
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
    operation: operation)
}

private func report(to reporters: [any IssueReporter]) -> @Sendable (ReportedIssue) -> Void {
  { issue in
    let location = issue.location ?? .unknown
    for reporter in reporters {
      reporter.reportIssue(
        issue.message, severity: issue.severity == .note ? .warning : .error,
        fileID: location.fileID, filePath: location.filePath, line: location.line,
        column: location.column)
    }
  }
}
