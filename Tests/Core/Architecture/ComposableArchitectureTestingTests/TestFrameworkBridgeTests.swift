import ComposableArchitectureTesting
import DependencyInjection
import Platform
import Testing

struct TestFrameworkBridgeTests {
  @Test("An issue fails the current test at the location of the issue")
  func forwards() {
    let line = #line + 2
    withKnownIssue {
      reportIssue("Something is wrong.")
    } matching: { issue in
      issue.comments.first?.rawValue == "Something is wrong."
        && issue.sourceLocation?.line == line && issue.severity == .error
    }
  }

  @Test("An issue without a location fails the test at the test's own location")
  func forwardsWithoutPlace() throws {
    let line = try #require(Test.current?.sourceLocation.line)
    withKnownIssue {
      reportIssue("Something is wrong.", at: nil)
    } matching: { issue in
      issue.sourceLocation?.line == line
    }
  }

  @Test("An uncontrolled dependency fails the test where the dependency is declared")
  func uncontrolled() {
    let line = #line + 1
    @Dependency(\.uuid) var uuid
    withKnownIssue {
      _ = uuid()
    } matching: {
      $0.sourceLocation?.line == line
    }
  }

  private final class Tally: TestDependencyKey, Sendable {
    private let count = Mutex(0)
    static var testValue: Tally { Tally() }
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test(
    "All readers of a default value in a case of a test share the value, and other cases do not",
    arguments: [1, 2, 3])
  func ownDefaults(run: Int) async {
    @Dependency(Tally.self) var first
    @Dependency(Tally.self) var second
    #expect(first.next() == 1)
    await Task.yield()
    #expect(second.next() == 2)
    withDependencies { _ in
    } operation: {
      @Dependency(Tally.self) var third
      #expect(third.next() == 3)
    }
  }

  @Test(
    "A prepared dependency is the default only in the test that prepares it", arguments: [1, 2, 3])
  func prepared(run: Int) {
    enum Key: TestDependencyKey { static let testValue = 0 }
    prepareDependencies { $0[Key.self] = run }
    #expect(DependencyValues.current[Key.self] == run)
  }
}
