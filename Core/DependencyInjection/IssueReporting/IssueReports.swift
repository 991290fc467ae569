import Foundation

/// Where issues are reported to.
package enum IssueReports {
  @TaskLocal private static var handler = IssueHandler(report: reportByDefault)

  /// The location that all issues are attributed to, instead of their own.
  @TaskLocal static var location: CodeLocation?

  /// Fails the test that runs, or writes to standard error.
  static func reportByDefault(_ issue: ReportedIssue) {
    if DependencyContext.ofProcess == .test {
      TestFrameworks.bridge.record(issue)
    } else {
      StandardErrorReporter.report(issue)
    }
  }

  /// Reports an issue to the handler in force.
  package static func report(_ issue: ReportedIssue) {
    handler.report(issue)
  }

  /// Runs an operation whose issues a function handles, and nothing else.
  package static func withHandler<Result>(
    _ report: @escaping @Sendable (ReportedIssue) -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    try $handler.withValue(IssueHandler(report: report), operation: operation)
  }

  /// Runs an asynchronous operation whose issues a function handles, and nothing else.
  package static func withHandler<Result>(
    _ report: @escaping @Sendable (ReportedIssue) -> Void,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $handler.withValue(IssueHandler(report: report), operation: operation)
  }
}

/// A handler of issues.
///
/// A structure around the function, since the optimizer of Swift 6.3 asks for the type of a task local
/// that is a function by a name that the runtime does not know, and the program crashes.
private struct IssueHandler: Sendable {
  let report: @Sendable (ReportedIssue) -> Void
}

/// Reports issues as warnings and notes on standard error, in the form that compilers use.
package enum StandardErrorReporter {
  /// Writes a line for an issue.
  package static func report(_ issue: ReportedIssue) {
    // Whether standard error can be written to is beyond our power, and no reason to crash.
    try? FileHandle.standardError.write(contentsOf: Data(line(for: issue).utf8))
  }

  /// The line that is written for an issue.
  package static func line(for issue: ReportedIssue) -> String {
    let kind = issue.severity == .note ? "note" : "warning"
    guard let location = issue.location else { return "\(kind): \(issue.message)\n" }
    return "\(location.fileID):\(location.line): \(kind): \(issue.message)\n"
  }
}

/// What the test frameworks do for this module, which must not link to them.
///
/// The module ComposableArchitectureTesting implements it, in a class that is found by its name.
/// Without it, the functions of the frameworks are looked up in the process.
package protocol TestFrameworkBridging: AnyObject, SendableMetatype {
  /// Fails the test that runs.
  static func record(_ issue: ReportedIssue)
  /// What tells the test that runs from all others; nil where it cannot be told.
  static var currentTestID: String? { get }
}

enum TestFrameworks {
  /// The bridge to the test frameworks: the one that has been linked, or else what is loaded.
  static let bridge: any TestFrameworkBridging.Type =
    NSClassFromString("ComposableArchitectureTesting.TestFrameworkBridge")
    as? any TestFrameworkBridging.Type ?? LoadedTestFrameworks.self
}
