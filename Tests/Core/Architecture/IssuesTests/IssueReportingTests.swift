import Issues
import Platform
import Testing

struct IssueReportingTests {
  @Test("An issue is reported with its message and location")
  func place() throws {
    let issues = Mutex<[ReportedIssue]>([])
    let line = UInt(#line) + 4
    IssueReports.withHandler { issue in
      issues.withLock { $0.append(issue) }
    } operation: {
      reportIssue("Something is wrong.")
    }
    let issue = try #require(issues.withLock { $0.first })
    #expect(issue.message == "Something is wrong.")
    let location = try #require(issue.location)
    #expect(location.line == line)
    #expect(location.filePath.description.hasSuffix("IssueReportingTests.swift"))
  }

  @Test("An issue outside of tests is written as a warning with its location")
  func warning() {
    let location = CodeLocation(
      fileID: "App/Feature.swift", filePath: "/Feature.swift", line: 12, column: 3)
    let issue = ReportedIssue(message: "Something is wrong.", location: location)
    #expect(
      StandardErrorReporter.line(for: issue)
        == "App/Feature.swift:12: warning: Something is wrong.\n")
  }

  @Test("A warning without a location has only a message")
  func warningWithoutPlace() {
    let issue = ReportedIssue(message: "Something is wrong.", location: nil)
    #expect(StandardErrorReporter.line(for: issue) == "warning: Something is wrong.\n")
  }
}
