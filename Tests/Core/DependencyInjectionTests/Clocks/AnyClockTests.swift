import DependencyInjection
import Testing

struct AnyClockTests {
  let base = ImmediateClock()

  @Test("An erased clock sleeps on the clock it was made of")
  func sleep() async throws {
    let clock = AnyClock(base)
    try await clock.sleep(until: clock.now.advanced(by: .seconds(5)))
    #expect(base.now == .init(offset: .seconds(5)))
    #expect(clock.minimumResolution == base.minimumResolution)
  }

  @Test("The times of an erased clock are ordered, measured and hashed as those of the clock")
  func instants() {
    let now = AnyClock(base).now
    let later = now.advanced(by: .seconds(5))
    #expect(now < later)
    #expect(!(later < now))
    #expect(now != later)
    #expect(now.duration(to: later) == .seconds(5))
    #expect(Set([now, later, AnyClock(base).now]).count == 2)
  }
}
