import DependencyInjection
import Testing

struct AnyClockTests {
  let base = ImmediateClock()

  @Test("An erased clock sleeps on its base clock")
  func sleep() async throws {
    let clock = AnyClock(base)
    try await clock.sleep(until: clock.now.advanced(by: .seconds(5)))
    #expect(base.now == .init(offset: .seconds(5)))
    #expect(clock.minimumResolution == base.minimumResolution)
  }

  @Test("Instants of an erased clock are compared, measured and hashed like its base clock's")
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
