import DependencyInjection
import Locking

/// An issue that was reported instead of failing the test.
struct Failure: Equatable {
  let text: String
  let line: UInt?
  let isNote: Bool
}

/// Runs what a test would do, and returns the issues that it reports, in order.
func failures(of test: () async throws -> Void) async rethrows -> [Failure] {
  let issues = Mutex<[Failure]>([])
  try await IssueReports.withHandler({ issue in
    let failure = Failure(
      text: issue.message, line: issue.location?.line, isNote: issue.severity == .note)
    issues.withLock { $0.append(failure) }
  }) {
    try await test()
  }
  return issues.withLock { $0 }
}
