import DependencyInjection
import Locking

/// Runs something, and returns the texts of the issues that it reports.
@MainActor
func issues(_ body: @MainActor () async -> Void) async -> [String] {
  let texts = Texts()
  await IssueReports.withHandler({ texts.append($0.message) }) { await body() }
  return texts.all
}

/// Runs something, and returns the issues that it reports.
@MainActor
func reportedIssues(_ body: @MainActor () async -> Void) async -> [ReportedIssue] {
  let reports = Mutex<[ReportedIssue]>([])
  await IssueReports.withHandler({ issue in reports.withLock { $0.append(issue) } }) {
    await body()
  }
  return reports.withLock { $0 }
}

/// Texts that functions of any isolation add to.
final class Texts: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func append(_ text: String) {
    texts.withLock { $0.append(text) }
  }
}
