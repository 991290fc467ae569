import DependencyInjection
import Issues
import Platform

/// A failure that was reported while failures were being collected.
struct Failure: Equatable {
  let line: UInt?
  let message: String
  let isNote: Bool

  init(line: UInt?, _ message: String, isNote: Bool = false) {
    self.line = line
    self.message = message
    self.isNote = isNote
  }
}

/// Runs an operation, and returns the failures that it reports, in order.
@MainActor
func failures(of test: @MainActor () async -> Void) async -> [Failure] {
  let issues = Mutex<[Failure]>([])
  await withIssues(to: { issue in issues.withLock { $0.append(issue) } }, test)
  return issues.withLock { $0 }
}

private func withIssues(
  to add: @escaping @Sendable (Failure) -> Void, _ test: @MainActor () async -> Void
) async {
  await IssueReports.withHandler({
    add(Failure(line: $0.location?.line, $0.message, isNote: $0.severity == .note))
  }) {
    await test()
  }
}
