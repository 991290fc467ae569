import Synchronization

/// Runs an operation that must report an issue, and fails the test if it reports none.
///
/// Issues of the operation fail no test. If `isIntermittent` is `true`, it may report none.
public func withExpectedIssue(
  _ message: String? = nil, isIntermittent: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, operation: () throws -> Void
) {
  let issues = ExpectedIssues()
  do {
    try IssueReports.withHandler({ issues.take($0) }, operation: operation)
  } catch {
    issues.takeError()
  }
  issues.check(
    message, isIntermittent: isIntermittent,
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Runs an asynchronous operation that must report an issue, and fails the test if it reports none.
public func withExpectedIssue(
  _ message: String? = nil, isIntermittent: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, operation: () async throws -> Void
) async {
  let issues = ExpectedIssues()
  do {
    try await IssueReports.withHandler({ issues.take($0) }, operation: operation)
  } catch {
    issues.takeError()
  }
  issues.check(
    message, isIntermittent: isIntermittent,
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private final class ExpectedIssues: Sendable {
  private let count = Atomic(0)

  func take(_ issue: ReportedIssue) {
    if issue.severity == .failure { count.add(1, ordering: .relaxed) }
  }

  func takeError() {
    count.add(1, ordering: .relaxed)
  }

  func check(_ message: String?, isIntermittent: Bool, _ location: CodeLocation) {
    guard count.load(ordering: .relaxed) == 0, !isIntermittent else { return }
    let note = message.map { ": \($0)" } ?? ""
    reportIssue("Expected an issue to be reported, but none was\(note)", at: location)
  }
}
