import Foundation

package enum IssueReports {
  @TaskLocal private static var handler = IssueHandler(report: reportByDefault)

  /// The location of all issues, instead of their own.
  @TaskLocal static var location: CodeLocation?

  /// Fails the running test, or writes to standard error outside of tests.
  static func reportByDefault(_ issue: ReportedIssue) {
    if isTesting {
      TestFrameworks.bridge.record(issue)
    } else {
      StandardErrorReporter.report(issue)
    }
  }

  package static func report(_ issue: ReportedIssue) {
    handler.report(issue)
  }

  package static func withHandler<Result>(
    _ report: @escaping @Sendable (ReportedIssue) -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    try $handler.withValue(IssueHandler(report: report), operation: operation)
  }

  package static func withHandler<Result>(
    _ report: @escaping @Sendable (ReportedIssue) -> Void,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $handler.withValue(IssueHandler(report: report), operation: operation)
  }
}

// A wrapper, because a task-local value that is itself a function crashes: the optimizer of Swift
// 6.3 looks up the function's type by a name that the runtime does not know.
private struct IssueHandler: Sendable {
  let report: @Sendable (ReportedIssue) -> Void
}

package enum StandardErrorReporter {
  package static func report(_ issue: ReportedIssue) {
    // A failed write to standard error cannot be reported anywhere, and must not stop the program.
    try? FileHandle.standardError.write(contentsOf: Data(line(for: issue).utf8))
  }

  package static func line(for issue: ReportedIssue) -> String {
    let kind = issue.severity == .note ? "note" : "warning"
    guard let location = issue.location else { return "\(kind): \(issue.message)\n" }
    return "\(location.fileID):\(location.line): \(kind): \(issue.message)\n"
  }
}

/// A bridge to the test frameworks, which this module must not link.
///
/// ComposableArchitectureTesting implements it in a class that is found by name. Without that
/// module, the frameworks' functions are looked up in the process.
package protocol TestFrameworkBridging: AnyObject, SendableMetatype {
  static func record(_ issue: ReportedIssue)
  /// The unique identifier of the running test; `nil` if it cannot be determined.
  static var currentTestID: String? { get }
}

package enum TestFrameworks {
  /// The linked bridge if there is one, or else one that looks up loaded frameworks.
  package static let bridge: any TestFrameworkBridging.Type =
    NSClassFromString("ComposableArchitectureTesting.TestFrameworkBridge")
    as? any TestFrameworkBridging.Type ?? LoadedTestFrameworks.self
}
