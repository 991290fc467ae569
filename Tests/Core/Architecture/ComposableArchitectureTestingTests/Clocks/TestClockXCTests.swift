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
