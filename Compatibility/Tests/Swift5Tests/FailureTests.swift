import ComposableArchitecture
import IssueReporting
import XCTest

/// Tests that failures reach XCTest although no bridge to it is linked.
@MainActor
final class FailureTests: XCTestCase {
  private var seen: [String] = []

  func testTestStoreFailureIsAnIssue() async {
    await withExpectedIssue {
      let store = TestStore(initialState: Form.State()) { Form() }
      await store.send(.clear) { $0.name = "Blob" }
    }
  }

  // Each test has its own dependencies, and does not see changes by other tests.
  func testDefaultsAreSeparateInTestA() { checkTally() }
  func testDefaultsAreSeparateInTestB() { checkTally() }

  private func checkTally() {
    @Dependency(TallyClient.self) var tally
    XCTAssertEqual(tally.next(), 1)
    XCTAssertEqual(tally.next(), 2)
  }
}

struct TallyClient: TestDependencyKey, Sendable {
  var next: @Sendable () -> Int

  static var testValue: TallyClient {
    let count = LockIsolated(0)
    return TallyClient {
      count.withValue {
        $0 += 1
        return $0
      }
    }
  }
}
