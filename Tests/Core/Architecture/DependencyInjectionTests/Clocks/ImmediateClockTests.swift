import DependencyInjection
import Testing

struct ImmediateClockTests {
  @Test("A sleep advances the time")
  func sleep() async throws {
    let clock = ImmediateClock()
    let start = clock.now
    try await clock.sleep(for: .seconds(3600))
    try await clock.sleep(for: .seconds(60))
    #expect(start.duration(to: clock.now) == .seconds(3660))
  }

  @Test("A sleep until a past time does not change the time")
  func past() async throws {
    let clock = ImmediateClock<Duration>(now: .init(offset: .seconds(10)))
    try await clock.sleep(until: .init(offset: .seconds(5)))
    #expect(clock.now == .init(offset: .seconds(10)))
  }

  @Test("A sleep in a canceled task throws without advancing the time")
  func canceled() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now == .init())
  }

  @Test("An immediate clock can be assigned to a clock dependency")
  func dependency() async throws {
    try await withDependencies {
      $0.continuousClock = .immediate
    } operation: {
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(3600))
    }
  }
}
