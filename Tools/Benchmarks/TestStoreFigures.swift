import ComposableArchitectureTesting

@MainActor
enum TestStoreFigures {
  private struct State: Equatable {
    var count = 0
    var title = "Counter"
  }

  private enum Action: Equatable {
    case tapped
    case begun
    case ticked
  }

  /// Measures an exhaustive `send` with a small state.
  static func send() async -> Figure {
    let count = 20_000
    let store = store(clock: ImmediateClock())
    let value = await nanoseconds(per: count) {
      for _ in 0..<count { await store.send(.tapped) { $0.count += 1 } }
    }
    return Figure("teststore.send", value, unit: "ns", .plainSwitch, .ratio(atMost: 250))
  }

  /// Measures a tick of an effect's timer: advancing its clock and receiving the action.
  static func tick() async -> Figure {
    // The yardstick is measured first, because a test store makes tasks of the main actor faster.
    let yardstick = await Yardstick.emptyTask
    let count = 2_000
    let clock = TestClock()
    let store = store(clock: clock)
    let task = await store.send(.begun)
    let value = await nanoseconds(per: count) {
      for _ in 0..<count {
        await clock.advance(by: .seconds(1))
        await store.receive(.ticked) { $0.count += 1 }
      }
    }
    await task.cancel()
    return Figure("teststore.tick", value, unit: "ns", yardstick, .ratio(atMost: 3))
  }

  private static func store(clock: any Clock<Duration>) -> TestStore<State, Action> {
    TestStore(initialState: State()) {
      Reduce<State, Action> { state, action in
        guard action == .begun else {
          state.count += 1
          return .none
        }
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
      }
    }
  }
}
