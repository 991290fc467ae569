import ComposableArchitecture
import Testing

@MainActor
@Suite("Schedulers")
struct SchedulerTests {
  @Test(
    "A scheduler that is not overridden fails the test at each use, and its sleep ends immediately")
  func uncontrolled() async {
    @Dependency(\.mainQueue) var mainQueue
    @Dependency(\.mainRunLoop) var mainRunLoop
    let messages = await issues {
      _ = (mainQueue, mainRunLoop)
      try? await mainQueue.sleep(for: .seconds(3600))
      _ = mainRunLoop.now
    }
    #expect(
      messages.map { $0.prefix { $0 != ")" } } == [
        "@Dependency(\\.mainQueue", "@Dependency(\\.mainQueue", "@Dependency(\\.mainRunLoop",
      ])
  }

  @Test("A scheduler of the main queue or run loop has the time of an overridden continuous clock")
  func clock() async {
    let clock = TestClock()
    await withDependencies {
      $0.continuousClock = clock
    } operation: {
      @Dependency(\.mainQueue) var mainQueue
      @Dependency(\.mainRunLoop) var mainRunLoop
      let sleeps = [
        Task { try await mainQueue.sleep(for: .seconds(3600)) },
        Task { try await mainRunLoop.sleep(for: .seconds(3600)) },
      ]
      await clock.advance(by: .seconds(3600))
      for sleep in sleeps { await #expect(throws: Never.self) { try await sleep.value } }
    }
  }
}
