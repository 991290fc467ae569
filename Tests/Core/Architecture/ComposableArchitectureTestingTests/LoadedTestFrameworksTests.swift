import ComposableArchitectureTesting
import DependencyInjection
import Platform
import Testing
import XCTest

struct LoadedTestFrameworksTests {
  @Test("Without a bridge, an issue fails the test of Swift Testing at the location of the issue")
  func records() {
    let location = CodeLocation(
      fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    withKnownIssue {
      LoadedTestFrameworks.record(ReportedIssue(message: "Something is wrong.", location: location))
    } matching: { issue in
      issue.comments.first?.rawValue == "Something is wrong."
        && issue.sourceLocation?.line == Int(location.line)
        && issue.sourceLocation?.filePath == "\(location.filePath)" && issue.severity == .error
    }
  }

  @Test("Without a bridge, an issue without a location fails the test at the test's own location")
  func recordsWithoutPlace() throws {
    let line = try #require(Test.current?.sourceLocation.line)
    withKnownIssue {
      LoadedTestFrameworks.record(ReportedIssue(message: "Something is wrong.", location: nil))
    } matching: { issue in
      issue.sourceLocation?.line == line
    }
  }

  @Test("Without a bridge, the cases of a test have different identities", arguments: [1, 2])
  func identifies(argument: Int) throws {
    let id = try #require(LoadedTestFrameworks.currentTestID)
    #expect(id.contains("identifies(argument:)"))
    #expect(id == TestFrameworkBridge.currentTestID)
  }
}

/// Tests of XCTest that are distinguished without a bridge: each sees its own identity.
final class LoadedXCTests: XCTestCase {
  private static let ids = Mutex<Set<String>>([])

  private func checkID() throws {
    let id = try XCTUnwrap(LoadedTestFrameworks.currentTestID)
    XCTAssertEqual(LoadedTestFrameworks.currentTestID, id)
    XCTAssertTrue(Self.ids.withLock { $0.insert(id).inserted })
  }

  func testOneTestHasAnIdentity() throws { try checkID() }

  func testAnotherTestHasAnotherIdentity() async throws { try checkID() }
}
