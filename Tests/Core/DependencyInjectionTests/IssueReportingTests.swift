import DependencyInjection
import Testing

struct IssueReportingTests {
  @Test("An issue is reported with its message and the place that reports it")
  func place() throws {
    let collect = IssueCollector()
    let line = UInt(#line) + 1
    collect { reportIssue("Something is wrong.") }
    let issue = try #require(collect.issues.first)
    #expect(issue.message == "Something is wrong.")
    let location = try #require(issue.location)
    #expect(location.line == line)
    #expect(location.filePath.description.hasSuffix("IssueReportingTests.swift"))
  }

  @Test("Outside of tests an issue is one warning with its place")
  func warning() {
    let location = CodeLocation(
      fileID: "App/Feature.swift", filePath: "/Feature.swift", line: 12, column: 3)
    let issue = ReportedIssue(message: "Something is wrong.", location: location)
    #expect(
      StandardErrorReporter.line(for: issue)
        == "App/Feature.swift:12: warning: Something is wrong.\n")
  }

  @Test("A warning whose place is unknown names none")
  func warningWithoutPlace() {
    let issue = ReportedIssue(message: "Something is wrong.", location: nil)
    #expect(StandardErrorReporter.line(for: issue) == "warning: Something is wrong.\n")
  }
}
