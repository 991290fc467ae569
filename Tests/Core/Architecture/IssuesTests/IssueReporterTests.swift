import Issues
import Platform
import Testing

@Suite("Issue reporters")
struct IssueReporterTests {
  private final class Collector: IssueReporter {
    let found = Mutex<[String]>([])
    let locations = Mutex<[String]>([])

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      let text = "\(severity) \(message() ?? "")"
      found.withLock { $0.append(text) }
      locations.withLock { $0.append("\(fileID):\(line)") }
    }
  }

  @Test("A reporter receives the location of the code at fault, and no file of this library")
  func locations() {
    let collector = Collector()
    withIssueReporters([collector]) {
      reportIssue("Known", fileID: "App/Feature.swift", filePath: "Feature.swift", line: 7)
      reportIssue("Unknown", at: nil)
      withIssueContext(fileID: "App/Helper.swift", filePath: "Helper.swift", line: 9, column: 1) {
        reportIssue("Known by the context", at: nil)
      }
    }
    #expect(
      collector.locations.withLock { $0 } == [
        "App/Feature.swift:7", "<unknown>/<unknown>:1", "App/Helper.swift:9",
      ])
  }

  @Test("Issues are passed to the current reporters with their severity")
  func reporters() async {
    let collector = Collector()
    withIssueReporters([collector]) {
      reportIssue("First")
      reportIssue("Second", severity: .warning)
    }
    struct Failure: Error {}
    await withIssueReporters([collector]) {
      let value: Int? = await withErrorReporting("Third") {
        await Task.yield()
        throw Failure()
      }
      #expect(value == nil)
    }
    #expect(
      collector.found.withLock { $0 } == [
        "error First", "warning Second", "error Third: Caught error: Failure()",
      ])
  }

  @Test("An expected issue that does not occur is reported")
  func expected() {
    let collector = Collector()
    withIssueReporters([collector]) {
      withExpectedIssue { reportIssue("Expected") }
      withExpectedIssue("nothing happens") {}
      withExpectedIssue(isIntermittent: true) {}
    }
    #expect(
      collector.found.withLock { $0 } == [
        "error Expected an issue to be reported, but none was: nothing happens"
      ])
  }
}
