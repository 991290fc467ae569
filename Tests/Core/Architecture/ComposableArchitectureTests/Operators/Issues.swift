import DependencyInjection
import Issues
import Platform

/// Runs an operation, and returns the messages of the issues that it reports.
@MainActor
func issues(_ body: @MainActor () async -> Void) async -> [String] {
  let texts = Texts()
  await IssueReports.withHandler({ texts.append($0.message) }) { await body() }
  return texts.all
}

/// Runs an operation, and returns the issues that it reports.
@MainActor
func reportedIssues(_ body: @MainActor () async -> Void) async -> [ReportedIssue] {
  let reports = Mutex<[ReportedIssue]>([])
  await IssueReports.withHandler({ issue in reports.withLock { $0.append(issue) } }) {
    await body()
  }
  return reports.withLock { $0 }
}

/// A list of strings that can be extended from any isolation domain.
final class Texts: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func append(_ text: String) {
    texts.withLock { $0.append(text) }
  }
}
