/// A receiver of issues, which `withIssueReporters` puts in force.
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
  /// Takes an issue.
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt)

  /// Takes an issue, whatever its severity.
  func reportIssue(
    _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt)
}

extension IssueReporter {
  /// Takes the issue without its severity.
  public func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Ignores the issue: a reporter implements one of the two.
  public func reportIssue(
    _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {}
}

/// The reporter of issues that is in force by default: the test that runs, or standard error.
///
///     withIssueReporters([.default]) {
///       reportIssue("the list is empty")
///     }
public struct DefaultIssueReporter: IssueReporter {
  /// Creates the reporter.
  public init() {}

  /// Fails the test that runs, or writes a warning.
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

/// A reporter of issues that ends the program with the first one that is no warning.
///
///     withIssueReporters([.fatalError]) {
///       reportIssue("the list is empty")
///     }
public struct FatalErrorReporter: IssueReporter {
  /// Creates the reporter.
  public init() {}

  /// Ends the program, unless it is only warned.
  public func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    if severity == .error { Swift.fatalError(message() ?? "", file: filePath, line: line) }
  }
}

extension IssueReporter where Self == DefaultIssueReporter {
  /// The test that runs, or standard error.
  public static var `default`: Self { DefaultIssueReporter() }

  /// The same: issues are written to standard error where no test runs.
  public static var runtimeWarning: Self { DefaultIssueReporter() }
}

extension IssueReporter where Self == FatalErrorReporter {
  /// Ends the program.
  public static var fatalError: Self { FatalErrorReporter() }
}

/// Runs an operation while issues go to these reporters, and to no other.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter], operation: () throws -> Result
) rethrows -> Result {
  try IssueReports.withHandler(report(to: reporters), operation: operation)
}

/// Runs an asynchronous operation while issues go to these reporters, and to no other.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter], operation: () async throws -> Result
) async rethrows -> Result {
  try await IssueReports.withHandler(report(to: reporters), operation: operation)
}

/// Runs an operation while issues are attributed to a location, such as that of the caller of a helper.
public func withIssueContext<Result>(
  fileID: StaticString, filePath: StaticString, line: UInt, column: UInt,
  operation: () throws -> Result
) rethrows -> Result {
  try IssueReports.$location.withValue(
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
    operation: operation)
}

/// Runs an asynchronous operation while issues are attributed to a location.
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
    let location =
      issue.location
      ?? CodeLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    for reporter in reporters {
      reporter.reportIssue(
        issue.message, severity: issue.severity == .note ? .warning : .error,
        fileID: location.fileID, filePath: location.filePath, line: location.line,
        column: location.column)
    }
  }
}

/// Whether the process runs tests.
public var isTesting: Bool { DependencyContext.ofProcess == .test }
