import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Effects on a test clock")
struct TestClockEffectTests {
  let clock = TestClock()

  @Test("A debounced effect runs when its interval has passed since the last action")
  func debounce() async {
    let store = TestStore(initialState: [String]()) { Search(clock: clock) }
    await store.send(.typed("a"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.typed("ab"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.typed("abc"))
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found("abc")) { $0 = ["abc"] }
  }

  @Test("A timer ticks once per interval until its effect is canceled")
  func timer() async {
    let store = Probe.store { [clock] send in
      let clock: any Clock<Duration> = clock
      var count = 0
      for await _ in clock.timer(interval: .seconds(1)) {
        count += 1
        await send(.answer(count))
      }
    }
    await store.send(.begin)
    await clock.advance(by: .seconds(1))
    await store.receive(.answer(1)) { $0.answers = [1] }
    await clock.advance(by: .seconds(2))
    await store.receive(.answer(2)) { $0.answers = [1, 2] }
    await store.receive(.answer(3)) { $0.answers = [1, 2, 3] }
    await store.send(.end)
    await clock.advance(by: .seconds(10))
  }

  @Test("A timer with a thousand ticks sends a thousand actions within one advance")
  func thousandTicks() async {
    let store = Probe.store { [clock] send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.answer(0)) }
    }
    await store.send(.begin)
    await clock.advance(by: .seconds(1_000))
    for count in 1...1_000 {
      await store.receive(.answer(0)) { $0.answers = Array(repeating: 0, count: count) }
    }
    await store.send(.end)
  }

  @Test("Effects with equal sleeps continue in the order in which they started")
  func sameDeadline() async {
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { [clock] state, action in
        guard action == 0 else {
          state.append(action)
          return .none
        }
        return .merge(
          (1...20).map { number in
            .run { send in
              let clock: any Clock<Duration> = clock
              try await clock.sleep(for: .seconds(1))
              await send(number)
            }
          })
      }
    }
    await store.send(0)
    await clock.advance(by: .seconds(1))
    for number in 1...20 { await store.receive(number) { $0 = Array(1...number) } }
  }

  @Test("After an advance, all kinds of tasks in an effect have proceeded as far as possible")
  func kinds() async {
    let store = Probe.store { [clock] send in
      let clock: any Clock<Duration> = clock
      async let first: Void = clock.sleep(for: .seconds(1))
      async let second: Void = clock.sleep(for: .seconds(2))
      _ = try await (first, second)
      await send(.answer(2))
      await withTaskGroup { group in
        for number in 3...5 {
          group.addTask {
            try? await clock.sleep(for: .seconds(number))
            await send(.answer(number))
          }
        }
      }
      await Task.detached { try? await clock.sleep(for: .seconds(1)) }.value
      await send(.answer(6))
    }
    await store.send(.begin)
    await clock.advance(by: .seconds(8))
    var answers: [Int] = []
    for number in 2...6 {
      answers.append(number)
      await store.receive(.answer(number), timeout: .zero) { $0.answers = answers }
    }
  }

  @Test("A store stops waiting for an endless effect, which runs until it is canceled")
  func endless() async {
    let store = Probe.store { _ in
      while !Task.isCancelled { await Task.yield() }
    }
    await store.send(.begin)
    await store.send(.end)
  }

  @Test("Many concurrent tests each see only the ticks of their own clock", arguments: 0..<50)
  func manyAtOnce(number: Int) async {
    let store = Probe.store { [clock] send in
      let clock: any Clock<Duration> = clock
      for await _ in clock.timer(interval: .seconds(1)) { await send(.answer(number)) }
    }
    await store.send(.begin)
    var answers: [Int] = []
    for _ in 1...20 {
      await clock.advance(by: .seconds(1))
      answers.append(number)
      await store.receive(.answer(number), timeout: .zero) { $0.answers = answers }
    }
    await store.send(.end)
  }
}

@Reducer
private struct Search {
  enum CancelID { case query }

  enum Action: Equatable {
    case typed(String)
    case found(String)
  }

  let clock: any Clock<Duration>

  func reduce(into state: inout [String], action: Action) -> Effect<Action> {
    switch action {
    case .typed(let text):
      return .send(.found(text))
        .debounce(id: CancelID.query, for: .milliseconds(300), clock: clock)
    case .found(let text):
      state.append(text)
      return .none
    }
  }
}
