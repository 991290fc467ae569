import DependencyInjection
import Issues
import Platform

/// A collector of the issues that an operation reports.
final class IssueCollector: Sendable {
  private let collected = Mutex<[ReportedIssue]>([])

  var issues: [ReportedIssue] { collected.withLock { $0 } }
  var messages: [String] { issues.map(\.message) }

  func callAsFunction<R>(_ operation: () throws -> R) rethrows -> R {
    try IssueReports.withHandler(add, operation: operation)
  }

  func callAsFunction<R>(_ operation: () async throws -> R) async rethrows -> R {
    try await IssueReports.withHandler(add, operation: operation)
  }

  private var add: @Sendable (ReportedIssue) -> Void {
    { issue in self.collected.withLock { $0.append(issue) } }
  }
}
