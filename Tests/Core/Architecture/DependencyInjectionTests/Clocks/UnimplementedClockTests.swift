import DependencyInjection
import Testing

struct UnimplementedClockTests {
  @Test("Each use of an unimplemented clock fails the test with the clock's name")
  func uses() async throws {
    let issues = IssueCollector()
    try await issues {
      let clock = UnimplementedClock(name: "Timer")
      let now = clock.now
      _ = clock.minimumResolution
      try await clock.sleep(until: now.advanced(by: .seconds(1)))
      #expect(now.duration(to: clock.now) == .seconds(1))
    }
    #expect(
      issues.messages.map { $0.prefix { $0 != "\n" } } == [
        "Unimplemented: Timer.now", "Unimplemented: Timer.minimumResolution",
        "Unimplemented: Timer.sleep", "Unimplemented: Timer.now",
      ])
  }

  @Test("An unimplemented clock forwards to its base clock")
  func base() async throws {
    let base = ImmediateClock()
    let issues = IssueCollector()
    try await issues {
      let clock: any Clock<Duration> = UnimplementedClock(base)
      try await clock.sleep(for: .seconds(5))
    }
    #expect(base.now == .init(offset: .seconds(5)))
    #expect(
      issues.messages.last == """
        Unimplemented: Clock.sleep

        The test does not expect this clock to be used. Give the feature a clock that the test \
        controls: an immediate clock or a test clock.
        """)
  }
}
