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
}
