import ComposableArchitectureTesting
import XCTest

/// A test clock that XCTest creates before the test, outside of the test's task.
final class TestClockXCTests: XCTestCase {
  private var clock = TestClock()

  override func setUp() {
    clock = TestClock()
  }

  override func invokeTest() {
    withMainSerialExecutor { super.invokeTest() }
  }

  func testTasksAreFound() async throws {
    let log = Log()
    let clock = clock
    for number in 0..<100 {
      Task {
        let clock: any Clock<Duration> = clock
        for await _ in clock.timer(interval: .seconds(1)) { log.add("\(number)") }
      }
    }
    await clock.advance(by: .seconds(2))
    XCTAssertEqual(log.lines, (0..<200).map { "\($0 % 100)" })
    await XCTAssertThrowsSuspension(clock)
  }

  @MainActor
  func testStoreOnTheClock() async {
    let clock = clock
    let store = Probe.store { send in
      try await clock.sleep(for: .seconds(1))
      await send(.answer(1))
    }
    await store.send(.begin)
    await clock.advance(by: .seconds(1))
    await store.receive(.answer(1), timeout: .zero) { $0.answers = [1] }
  }

  private func XCTAssertThrowsSuspension(_ clock: TestClock<Duration>) async {
    do {
      try await clock.checkSuspension()
      XCTFail("The check found no one who sleeps.")
    } catch {
      XCTAssertEqual(error, .stillSleeping(count: 100))
    }
  }
}

/// Tests whose clocks XCTest creates before the first test, and which start tasks without a store.
final class EarlierClockXCTests: XCTestCase {
  private let clock = TestClock()

  override func tearDown() async throws {
    try await clock.checkSuspension()
  }

  func testTaskThatSleepsRepeatedly() async {
    let log = Log()
    let task = sleep(times: 3, log)
    await clock.advance(by: .seconds(3))
    XCTAssertEqual(log.lines, ["1", "2", "3"])
    task.cancel()
  }

  @MainActor
  func testTaskOfTheMainActor() async {
    let log = Log()
    let task = Task {
      MainActor.assertIsolated()
      await sleep(times: 3, log).value
    }
    await clock.advance(by: .seconds(3))
    XCTAssertEqual(log.lines, ["1", "2", "3"])
    task.cancel()
  }

  func testTaskThatStartsOutsideOfTasks() {
    let log = Log()
    let task = sleep(times: 3, log)
    let end = expectation(description: "the clock was advanced")
    Task { [clock] in
      await clock.advance(by: .seconds(3))
      end.fulfill()
    }
    wait(for: [end], timeout: 60)
    XCTAssertEqual(log.lines, ["1", "2", "3"])
    task.cancel()
  }

  /// Starts a task that sleeps for a second each time.
  private func sleep(times count: Int, _ log: Log) -> Task<Void, Never> {
    Task { [clock] in
      for number in 1...count {
        guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
        log.add("\(number)")
      }
    }
  }
}
