import ComposableArchitectureTesting
import Platform
import Testing

/// Tests of a test clock with plain tasks, which run on the thread pool.
@Suite("Test clock")
struct TestClockTests {
  let clock = TestClock()
  let log = Log()

  /// Starts a task that sleeps and then logs its name.
  @discardableResult
  private func sleeper(_ name: String, for duration: Duration) -> Task<Void, any Error> {
    Task { [clock, log] in
      try await clock.sleep(for: duration)
      log.add("\(name) at \(clock.time)")
    }
  }

  @Test("A sleep ends when the clock reaches its deadline, and not before")
  func deadline() async {
    sleeper("a", for: .seconds(2))
    await clock.advance(by: .seconds(1))
    #expect(log.lines == [])
    await clock.advance(by: .milliseconds(999))
    #expect(log.lines == [])
    await clock.advance(by: .milliseconds(1))
    #expect(log.lines == ["a at 2.0 seconds"])
  }

  @Test("Sleepers wake in the order of their deadlines, each at its own time")
  func order() async {
    for seconds in [3, 1, 2] { sleeper("\(seconds)", for: .seconds(seconds)) }
    await clock.advance(by: .seconds(5))
    #expect(log.lines == ["1 at 1.0 seconds", "2 at 2.0 seconds", "3 at 3.0 seconds"])
    #expect(clock.now == .init(offset: .seconds(5)))
  }

  @Test("Sleepers with the same deadline wake in the order in which they started to sleep")
  func sameDeadline() async {
    for number in 0..<100 {
      sleeper("\(number)", for: .seconds(1))
      // Lets the task start its sleep before the next one is created.
      await clock.advance()
    }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == (0..<100).map { "\($0) at 1.0 seconds" })
  }

  @Test("Advancing the clock to a time never decreases its time")
  func advanceTo() async {
    let clock = TestClock<Duration>(now: .init(offset: .seconds(10)))
    await clock.advance(to: .init(offset: .seconds(12)))
    #expect(clock.now == .init(offset: .seconds(12)))
    await clock.advance(to: .init(offset: .seconds(11)))
    #expect(clock.now == .init(offset: .seconds(12)))
  }

  @Test("An advance without sleepers only changes the time")
  func nothingSleeps() async {
    await clock.advance(by: .seconds(1))
    #expect(clock.now == .init(offset: .seconds(1)))
    #expect(clock.minimumResolution == .zero)
  }

  @Test("A sleep until a time in the past ends immediately")
  func past() async throws {
    try await clock.sleep(for: .seconds(-1))
    try await clock.checkSuspension()
  }

  @Test("A sleep of zero duration ends with the next advance, even by zero")
  func zero() async throws {
    let task = sleeper("a", for: .zero)
    await #expect(throws: SuspensionError.stillSleeping(count: 1)) {
      try await clock.checkSuspension()
    }
    #expect(log.lines == [])
    await clock.advance()
    try await task.value
    try await clock.checkSuspension()
  }

  @Test("A sleeper throws if its task is canceled, and its deadline wakes no task")
  func cancellation() async {
    let task = sleeper("a", for: .seconds(1))
    await clock.advance()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == [])
  }

  @Test("A sleep in a task that is already canceled throws")
  func cancelledBefore() async {
    let task = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: Never.self) { try await clock.checkSuspension() }
  }

  @Test("A subsequent sleep of a woken task ends within the same advance")
  func nested() async {
    Task { [clock, log] in
      let any: any Clock<Duration> = clock
      for number in 1...3 {
        try await any.sleep(for: .seconds(number))
        log.add("\(number) at \(clock.time)")
        await withTaskGroup { group in
          for inner in 1...2 {
            group.addTask {
              try? await any.sleep(for: .milliseconds(100 * inner))
              log.add("  \(inner) at \(clock.time)")
            }
          }
        }
      }
    }
    await clock.advance(by: .seconds(10))
    #expect(
      log.lines == [
        "1 at 1.0 seconds", "  1 at 1.1 seconds", "  2 at 1.2 seconds",
        "2 at 3.2 seconds", "  1 at 3.3 seconds", "  2 at 3.4 seconds",
        "3 at 6.4 seconds", "  1 at 6.5 seconds", "  2 at 6.6 seconds",
      ])
  }

  @Test("A timer with a thousand ticks has ticked a thousand times after one advance")
  func thousandTicks() async {
    let task = Task { [clock, log] in
      for await _ in clock.timer(interval: .seconds(1)) { log.add("tick") }
    }
    await clock.advance(by: .seconds(1_000))
    #expect(log.lines.count == 1_000)
    task.cancel()
  }

  @Test(
    "The clock waits for child tasks, detached tasks and actors before it wakes the next sleeper")
  func hops() async {
    let counter = Counter()
    Task { [clock, log] in
      let any: any Clock<Duration> = clock
      try await any.sleep(for: .seconds(1))
      async let one = counter.next()
      async let two = counter.next()
      let sum = await one + two
      let detached = await Task.detached { await counter.next() }.value
      log.add("hops \(sum) \(detached) at \(clock.time)")
    }
    sleeper("late", for: .milliseconds(1001))
    await clock.advance(by: .seconds(2))
    #expect(log.lines == ["hops 3 3 at 1.0 seconds", "late at 1.001 seconds"])
  }

  @Test("Two clocks in one test have independent times")
  func twoClocks() async {
    let other = TestClock()
    sleeper("one", for: .seconds(1))
    Task { [log] in
      try await other.sleep(for: .seconds(1))
      log.add("other")
    }
    await other.advance(by: .seconds(1))
    #expect(log.lines == ["other"])
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["other", "one at 1.0 seconds"])
  }

  @Test("run wakes all sleepers, and ends at the time of the last sleeper")
  func run() async {
    for seconds in [3600, 60] { sleeper("\(seconds)", for: .seconds(seconds)) }
    await clock.run()
    #expect(log.lines == ["60 at 60.0 seconds", "3600 at 3600.0 seconds"])
    #expect(clock.now == .init(offset: .seconds(3600)))
  }

  @MainActor
  @Test("run fails with the number of sleepers if there are always more to wake")
  func endlessRun() async {
    let task = Task { [clock] in
      for await _ in clock.timer(interval: .seconds(1)) {}
    }
    let line = #line + 1
    let failures = await failures { await clock.run(timeout: .zero) }
    #expect(
      failures == [
        Failure(
          line: UInt(line),
          """
          Expected all sleeps to finish, but some are still suspending after 0.0 seconds.

          One task is still sleeping. A timer sleeps again after each tick: end its task, or \
          advance the clock by a known time instead. If the sleeps do end, but not in time, pass \
          a longer "timeout".
          """)
      ])
    task.cancel()
  }

  @Test("checkSuspension throws while a task sleeps")
  func checkSuspension() async throws {
    try await clock.checkSuspension()
    let task = sleeper("a", for: .seconds(1))
    sleeper("b", for: .seconds(1))
    let error = await #expect(throws: SuspensionError.stillSleeping(count: 2)) {
      try await clock.checkSuspension()
    }
    #expect(
      error?.description == """
        Expected no one to sleep on the clock, but 2 tasks do. Advance the clock to the end of the \
        sleep, or cancel the task that sleeps.
        """)
    task.cancel()
    await clock.advance(by: .seconds(1))
    try await clock.checkSuspension()
  }
}

/// The lines that tasks have written, in order.
final class Log: Sendable {
  private let written = Mutex<[String]>([])

  var lines: [String] { written.withLock { $0 } }

  func add(_ line: String) {
    written.withLock { $0.append(line) }
  }
}

private actor Counter {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}

extension TestClock<Duration> {
  /// The time since the clock was created, as a string.
  fileprivate var time: String { "\(Instant().duration(to: now))" }
}
