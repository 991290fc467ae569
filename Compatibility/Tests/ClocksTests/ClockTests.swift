import Clocks
import ConcurrencyExtras
import Testing

/// Tests clocks that tests control, and their timers.
struct ClockTests {
  @Test("A test clock starts at zero and reports its time")
  func start() {
    let clock = TestClock()
    #expect(clock.now == TestClock<Duration>.Instant(offset: .zero))
    #expect(clock.now == clock.now)
    #expect(clock.minimumResolution == .zero)
  }

  @Test("advance(by:) advances a test clock by a duration")
  func advance() async {
    let clock = TestClock()
    let start = clock.now
    await clock.advance(by: .seconds(2))
    #expect(start.duration(to: clock.now) == .seconds(2))
  }

  @Test("advance(to:) advances a test clock to an instant, but never moves it back")
  func advanceTo() async {
    let clock = TestClock()
    let start = clock.now
    await clock.advance(to: start.advanced(by: .seconds(3)))
    #expect(start.duration(to: clock.now) == .seconds(3))
    await clock.advance(to: start)
    #expect(start.duration(to: clock.now) == .seconds(3))
  }

  @Test("A sleep ends when the clock reaches its deadline")
  func sleep() async throws {
    let clock = TestClock()
    let isDone = LockIsolated(false)
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      isDone.setValue(true)
    }
    await clock.advance(by: .milliseconds(999))
    #expect(!isDone.value)
    await clock.advance(by: .milliseconds(1))
    #expect(isDone.value)
    try await task.value
  }

  @Test("Sleepers wake in the order of their deadlines")
  func order() async {
    let clock = TestClock()
    let log = LockIsolated<[Int]>([])
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        for seconds in [3, 1, 2] {
          group.addTask {
            try? await clock.sleep(for: .seconds(seconds))
            log.withValue { $0.append(seconds) }
          }
        }
      }
    }
    await clock.advance(by: .seconds(5))
    await task.value
    #expect(log.value == [1, 2, 3])
  }

  @Test("Consecutive sleeps can end within a single advance")
  func consecutiveSleeps() async {
    let clock = TestClock()
    let log = LockIsolated<[Duration]>([])
    let start = clock.now
    let task = Task {
      for _ in 1...3 {
        try await clock.sleep(for: .seconds(1))
        log.withValue { $0.append(start.duration(to: clock.now)) }
      }
    }
    await clock.advance(by: .seconds(3))
    _ = await task.result
    #expect(log.value == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test("A canceled sleep throws")
  func cancellation() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.advance()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A sleep in a canceled task throws at once")
  func cancellationBefore() async {
    let clock = TestClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("run() ends all sleeps")
  func run() async throws {
    let clock = TestClock()
    let task = Task {
      for seconds in [1, 20, 300] { try await clock.sleep(for: .seconds(seconds)) }
    }
    await clock.run()
    try await task.value
    #expect(clock.now == TestClock<Duration>.Instant(offset: .seconds(321)))
  }

  @Test("checkSuspension() throws while a task is sleeping")
  func checkSuspension() async throws {
    let clock = TestClock()
    try await clock.checkSuspension()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await clock.advance(by: .seconds(1))
    try await clock.checkSuspension()
    try await task.value
  }

  @Test("A timer ticks after each interval")
  func timer() async {
    let clock = TestClock()
    let count = LockIsolated(0)
    let task = Task {
      for await _ in clock.timer(interval: .seconds(1)) { count.withValue { $0 += 1 } }
    }
    await clock.advance(by: .milliseconds(500))
    #expect(count.value == 0)
    await clock.advance(by: .milliseconds(500))
    #expect(count.value == 1)
    await clock.advance(by: .seconds(9))
    #expect(count.value == 10)
    task.cancel()
    await task.value
  }

  @Test("A timer of an immediate clock ticks without waiting")
  func immediateTimer() async {
    var count = 0
    for await _ in ImmediateClock().timer(interval: .seconds(1)).prefix(10) { count += 1 }
    #expect(count == 10)
  }

  @Test("A sleep advances the time of an immediate clock")
  func immediate() async throws {
    let clock = ImmediateClock()
    let start = clock.now
    try await clock.sleep(for: .seconds(60))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
    #expect(start.duration(to: clock.now) == .seconds(61))
  }

  @Test("An immediate clock can start at any instant")
  func immediateStart() {
    let instant = ImmediateClock<Duration>.Instant(offset: .seconds(42))
    #expect(ImmediateClock(now: instant).now == instant)
  }

  @Test("An immediate clock throws in a canceled task")
  func immediateCancellation() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await ImmediateClock().sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("measure returns the duration of the sleeps")
  func measure() async throws {
    let clock = ImmediateClock()
    let duration = try await clock.measure { try await clock.sleep(for: .seconds(5)) }
    #expect(duration == .seconds(5))
    let any: any Clock<Duration> = clock
    let erased = try await any.measure { try await any.sleep(for: .seconds(2)) }
    #expect(erased == .seconds(2))
  }

  @Test("An unimplemented clock reports its use")
  func unimplemented() async {
    let clock = UnimplementedClock()
    withKnownIssue { _ = clock.now }
    withKnownIssue { _ = clock.minimumResolution }
    await withKnownIssue { try await clock.sleep(for: .seconds(1)) }
  }

  @Test("An unimplemented clock reports its name")
  func unimplementedName() async {
    await withKnownIssue {
      try? await UnimplementedClock(name: "Timer").sleep(for: .seconds(1))
    } matching: {
      $0.description.contains("Timer.")
    }
  }

  @Test("A type-erased clock behaves like its base")
  func erased() async throws {
    let base = TestClock()
    let clock = AnyClock(base)
    let start = clock.now
    let task = Task { try await clock.sleep(until: start.advanced(by: .seconds(1))) }
    await base.advance(by: .seconds(1))
    try await task.value
    #expect(start.duration(to: clock.now) == .seconds(1))
    #expect(start < clock.now)
    #expect(clock.minimumResolution == base.minimumResolution)
  }

  @Test("Clocks can be named wherever any clock is expected")
  func names() async throws {
    func sleep(on clock: any Clock<Duration>) async throws {
      try await clock.sleep(for: .seconds(1_000))
    }
    try await sleep(on: .immediate)
    await withKnownIssue { try await sleep(on: .unimplemented()) }
  }

  @Test("A test clock supports other duration types")
  func ownDuration() async {
    struct Ticks: DurationProtocol, Hashable {
      var count = 0
      static var zero: Ticks { Ticks() }
      static func / (lhs: Ticks, rhs: Int) -> Ticks { Ticks(count: lhs.count / rhs) }
      static func * (lhs: Ticks, rhs: Int) -> Ticks { Ticks(count: lhs.count * rhs) }
      static func / (lhs: Ticks, rhs: Ticks) -> Double { Double(lhs.count) / Double(rhs.count) }
      static func + (lhs: Ticks, rhs: Ticks) -> Ticks { Ticks(count: lhs.count + rhs.count) }
      static func - (lhs: Ticks, rhs: Ticks) -> Ticks { Ticks(count: lhs.count - rhs.count) }
      static func < (lhs: Ticks, rhs: Ticks) -> Bool { lhs.count < rhs.count }
    }
    let clock = TestClock(now: TestClock<Ticks>.Instant())
    await clock.advance(by: Ticks(count: 2))
    #expect(clock.now == TestClock<Ticks>.Instant(offset: Ticks(count: 2)))
  }
}
