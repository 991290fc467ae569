import DependencyInjection
import Issues
import Platform

struct Failure: Equatable {
  let text: String
  let line: UInt?
  let isNote: Bool
}

/// Returns the issues that a test's body reports, in order, instead of failing the test.
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
