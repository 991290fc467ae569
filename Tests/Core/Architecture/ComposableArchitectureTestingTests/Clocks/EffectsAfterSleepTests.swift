import ComposableArchitectureTesting
import DependencyInjection
import Testing

@MainActor
@Suite("Effects of actions that follow a sleep on an immediate clock")
struct EffectsAfterSleepTests {
  /// An effect that sleeps, and then sends an action.
  enum Sleeper: CaseIterable {
    case once, client, loop, timer, pair, besideWork, startedByAction, twice

    /// The number of actions that arrive before the store continues.
    var count: Int {
      switch self {
      case .pair: 2
      case .twice: 0
      default: 1
      }
    }

    var effect: Effect<Action> {
      switch self {
      case .once: Self.delayedTick
      case .client:
        .run { send in
          try await EffectsAfterSleepTests.pause()
          await EffectsAfterSleepTests.fetch()
          await send(.tick)
        }
      case .loop:
        .run { send in
          while true {
            try await EffectsAfterSleepTests.pause()
            await send(.tick)
          }
        }
      case .timer:
        .run { send in
          for await _ in ImmediateClock().timer(interval: .seconds(1)) { await send(.tick) }
        }
      case .pair: .merge(Self.delayedTick, Self.delayedTick)
      case .besideWork:
        .merge(.run { _ in for _ in 0..<10 { await Task.yield() } }, Self.delayedTick)
      case .startedByAction: .send(.delayedTick)
      case .twice:
        .run { send in
          try await EffectsAfterSleepTests.pause()
          try await EffectsAfterSleepTests.pause()
          await send(.tick)
        }
      }
    }

    static var delayedTick: Effect<Action> {
      .run { send in
        try await EffectsAfterSleepTests.pause()
        await send(.tick)
      }
    }
  }

  enum Action { case begin, delayedTick, tick }

  nonisolated fileprivate static func pause() async throws {
    // Like a dependency, a clock of an unknown type continues on a different executor.
    let clock: any Clock<Duration> = ImmediateClock()
    try await clock.sleep(for: .seconds(1))
  }

  @concurrent nonisolated fileprivate static func fetch() async {}

  @Test("An effect begins after the store has continued", arguments: Sleeper.allCases)
  func later(sleeper: Sleeper) async {
    let ticks = LockIsolated(0)
    let begun = LockIsolated(0)
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .begin: return sleeper.effect
        case .delayedTick: return Sleeper.delayedTick
        case .tick:
          ticks.withValue { $0 += 1 }
          return .run { _ in begun.withValue { $0 += 1 } }
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.begin)
    #expect(ticks.value == sleeper.count)
    #expect(begun.value == 0)
    await store.receive(.tick)
    #expect(begun.value >= 1)
  }

  @Test("If no effect sleeps, all effects run before the store continues", arguments: [0, 1])
  func withoutSleep(earlierSleeps: Int) async throws {
    let begun = LockIsolated(0)
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .begin: .run { await $0(.delayedTick) }
        case .delayedTick:
          .run { send in
            for _ in 0..<10 { await Task.yield() }
            await send(.tick)
          }
        case .tick: .run { _ in begun.withValue { $0 += 1 } }
        }
      }
    }
    store.exhaustivity = .off
    for _ in 0..<earlierSleeps { try await Self.pause() }
    await store.send(.begin)
    #expect(begun.value == 1)
    await store.skipReceivedActions()
  }

  @Test("An effect ends before the next receive fails")
  func awaited() async {
    let ended = LockIsolated(0)
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .begin: return Sleeper.delayedTick
        case .tick: return .send(.delayedTick)
        case .delayedTick: return .run { _ in ended.withValue { $0 += 1 } }
        }
      }
    }
    await store.send(.begin)
    await store.receive(.tick, timeout: .zero)
    await store.receive(.delayedTick, timeout: .zero)
    #expect(ended.value == 1)
    await store.send(.begin).finish()
    await store.receive(.tick, timeout: .zero)
    await store.receive(.delayedTick, timeout: .zero)
    #expect(ended.value == 2)
  }
}
