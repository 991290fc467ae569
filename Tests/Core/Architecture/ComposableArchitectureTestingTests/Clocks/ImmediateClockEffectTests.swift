import ComposableArchitectureTesting
import DependencyInjection
import Testing
import XCTest

@MainActor
@Suite("Effects that sleep on an immediate clock")
struct ImmediateClockEffectTests {
  private let clock = ImmediateClock()

  /// Returns a store whose effect sends the number of each tick of an endless timer.
  private func timerStore() -> TestStoreOf<Probe> {
    let store = Probe.store { [clock] send in
      var count = 0
      for await _ in clock.timer(interval: .seconds(1)) {
        count += 1
        await send(.answer(count))
      }
    }
    store.exhaustivity = .off
    return store
  }

  /// Returns a store whose effect counts sleeps without an end.
  private func countingStore(_ count: LockIsolated<Int>) -> TestStoreOf<Probe> {
    Probe.store { [clock] _ in
      while true {
        try await clock.sleep(for: .seconds(1))
        count.withValue { $0 += 1 }
      }
    }
  }

  /// Begins the work of a different test, whose jobs take their turns between those of this one.
  private func otherTest() -> Task<Void, Never> {
    Task {
      let store = Probe.store { _ in
        for _ in 0..<10 { await Task.yield() }
      }
      while !Task.isCancelled { await store.send(.begin) }
    }
  }

  @Test(
    "An endless timer ticks at most once while the store waits for its effects", arguments: 0...3)
  func endlessTimer(otherTests: Int) async {
    let others = (0..<otherTests).map { _ in otherTest() }
    defer { others.forEach { $0.cancel() } }
    await Task.yield()
    let count = LockIsolated(0)
    let store = countingStore(count)
    await store.send(.begin)
    #expect(count.value == 1)
    for number in 1...20 {
      await store.send(.increment) { $0.count = number }
      #expect(count.value == number + 1)
    }
    await store.send(.end)
  }

  @Test("A timer in a concurrent child, on a different thread, ticks a few times in an action")
  func lateTimer() async {
    let count = LockIsolated(0)
    let store = Probe.store { [clock] _ in
      await withTaskGroup { group in
        group.addTask {
          for await _ in clock.timer(interval: .seconds(1)) { count.withValue { $0 += 1 } }
        }
        // The store waits for this sleep, and not for the timer's.
        try? await clock.sleep(for: .seconds(1))
      }
    }
    await store.send(.begin)
    // The threads decide whether a sleep begins before the store waits.
    #expect(count.value <= 2)
    await store.send(.increment) { $0.count = 1 }
    #expect(count.value <= 4)
    await store.send(.end)
  }

  @Test("A test receives the ticks of an endless timer one by one")
  func receivedTicks() async {
    let store = timerStore()
    await store.send(.begin)
    await store.receive(.answer(1)) { $0.answers = [1] }
    await store.receive(.answer(3)) { $0.answers = [1, 2, 3] }
    await store.send(.end)
    await store.finish()
  }

  @Test("The sleeps of an effect take none of the time of a receive")
  func sleepsBeforeReceive() async {
    let store = Probe.store { [clock] send in
      for _ in 0..<20 { try await clock.sleep(for: .seconds(1)) }
      await send(.answer(20))
    }
    await store.send(.begin)
    await store.receive(.answer(20), timeout: .zero) { $0.answers = [20] }
  }

  @Test("An effect that sleeps once has ended when the store continues")
  func oneSleep() async {
    let ended = LockIsolated(0)
    let store = Probe.store { [clock] _ in
      try await clock.sleep(for: .seconds(1))
      for _ in 0..<50 { await Task.yield() }
      ended.withValue { $0 += 1 }
    }
    for count in 1...3 {
      await store.send(.begin)
      #expect(ended.value == count)
    }
    let listing = Probe.store { [clock, ended] _ in
      try await clock.sleep(for: .seconds(1))
      ended.setValue(0)
    }
    await listing.send(.begin)
    #expect(ended.value == 0)
  }

  @Test("A test that waits for the end of an effect waits for all of its sleeps")
  func manySleeps() async {
    let count = LockIsolated(0)
    let store = Probe.store { [clock] _ in
      for _ in 0..<100 {
        try await clock.sleep(for: .seconds(1))
        count.withValue { $0 += 1 }
      }
    }
    await store.send(.begin).finish()
    #expect(count.value == 100)
  }

  @Test("A timer does not overtake a stream in a concurrent child")
  func stream() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 1...5 { continuation.yield(number) }
    let store = Probe.store { [clock] send in
      await withTaskGroup { group in
        group.addTask {
          for await _ in clock.timer(interval: .seconds(1)) { await send(.answer(0)) }
        }
        group.addTask {
          for await number in stream { await send(.answer(number)) }
        }
      }
    }
    await store.send(.begin)
    for number in 1...5 { await store.receive(.answer(number)) { $0.answers.append(number) } }
    await store.receive(.answer(0)) { $0.answers.append(0) }
    store.exhaustivity = .off
    await store.send(.end)
  }

  @Test("Children that sleep arrive in the order in which they began, after those that do not")
  func children() async {
    let store = Probe.store { [clock] send in
      await withTaskGroup { group in
        for number in 1...4 {
          group.addTask {
            if number % 2 == 0 { try? await clock.sleep(for: .seconds(10 - number)) }
            await send(.answer(number))
          }
        }
      }
    }
    await store.send(.begin)
    for number in [1, 3, 2, 4] {
      await store.receive(.answer(number)) { $0.answers.append(number) }
    }
  }

  @Test("A timer ticks while a test yields until it has")
  func polling() async {
    let count = LockIsolated(0)
    let store = countingStore(count)
    await store.send(.begin)
    for _ in 0..<1_000 where count.value < 5 { await Task.yield() }
    #expect(count.value >= 5)
    await store.send(.end)
  }

  @Test("Without a test store, a timer does not overtake a stream in a concurrent child")
  func noStore() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    continuation.yield("first")
    let last = LockIsolated("")
    let seen = LockIsolated<[String]>([])
    await withMainSerialExecutor { [clock] in
      await withTaskGroup { group in
        group.addTask {
          for await _ in clock.timer(interval: .seconds(1)) {
            seen.withValue { $0.append(last.value) }
            if seen.value.count == 3 { return continuation.finish() }
          }
        }
        group.addTask { for await text in stream { last.setValue(text) } }
      }
    }
    #expect(seen.value == ["first", "first", "first"])
  }
}

/// An XCTest that begins before its test store, and therefore continues in blocks of the main queue
/// that the store doesn't count.
final class ImmediateClockXCTests: XCTestCase {
  @MainActor
  func testTimerTicksAfterTheTestContinues() async {
    let clock = ImmediateClock()
    enum Action { case begin, tick }
    let ticks = LockIsolated(0)
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { state, action in
        if action == .tick { ticks.withValue { $0 += 1 } }
        let saving = Effect<Action>.run { [number = state] _ in
          try await withTaskCancellation(id: "saving", cancelInFlight: true) {
            try await clock.sleep(for: .seconds(number + 1))
          }
        }
        guard action == .begin else { return saving }
        return .merge(
          .run { send in
            await withTaskGroup { group in
              group.addTask { await Task { @concurrent in }.value }
              group.addTask {
                for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
              }
            }
          }, saving)
      }
    }
    store.exhaustivity = .off
    await store.send(.begin)
    XCTAssertEqual(ticks.value, 0)
    for count in 1...3 {
      await store.receive(.tick)
      XCTAssertLessThanOrEqual(ticks.value, count + 1)
    }
  }
}
