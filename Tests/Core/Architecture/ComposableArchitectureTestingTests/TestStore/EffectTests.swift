import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Effects in a test store")
struct EffectTests {
  @Test("An effect can send actions from outside of the main actor")
  func sendFromElsewhere() async {
    let store = Probe.store { send in
      let work: @concurrent @Sendable () async -> Void = {
        await send(.answer(1))
        await send(.answer(2))
      }
      await work()
    }
    await store.send(.begin)
    await store.receive(\.answer) { $0.answers = [1] }
    await store.receive(\.answer) { $0.answers = [1, 2] }
    await store.finish()
  }

  @Test("An effect that forwards a finite sequence ends with the last element")
  func sequence() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 1...3 { continuation.yield(number) }
    continuation.finish()
    let store = Probe.store { send in
      for await number in stream { await send(.answer(number)) }
    }
    await store.send(.begin)
    await store.receive(.answer(1)) { $0.answers = [1] }
    await store.receive(.answer(2)) { $0.answers = [1, 2] }
    await store.receive(.answer(3)) { $0.answers = [1, 2, 3] }
  }

  @Test("A store waits for an action that an effect receives from a different task")
  func detached() async {
    let store = Probe.store { send in
      let answer = await Task.detached { 42 }.value
      await send(.answer(answer))
    }
    await store.send(.begin)
    await store.receive(.answer(42)) { $0.answers = [42] }
  }

  @Test("An effect that sleeps on an immediate clock continues immediately")
  func immediateClock() async {
    let clock = ImmediateClock()
    let store = Probe.store { send in
      try await clock.sleep(for: .seconds(1_000_000))
      await send(.answer(1))
      try await clock.sleep(for: .seconds(1_000_000))
      await send(.answer(2))
    }
    await store.send(.begin)
    await store.receive(.answer(1)) { $0.answers = [1] }
    await store.receive(.answer(2)) { $0.answers = [1, 2] }
  }

  @Test("A long-lived effect sends between the test's actions until the effect is canceled")
  func longLived() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = Probe.store { send in
      for await number in stream { await send(.answer(number)) }
    }
    await store.send(.begin)
    continuation.yield(1)
    await store.receive(.answer(1)) { $0.answers = [1] }
    await store.send(.increment) { $0.count = 1 }
    continuation.yield(2)
    await store.receive(.answer(2)) { $0.answers = [1, 2] }
    await store.send(.end)
    continuation.yield(3)
    await store.finish()
  }

  @Test(
    "Actions that an effect sends immediately are received one by one after the original action")
  func sentAtOnce() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .merge(.send(10), .send(100)) : .none
      }
    }
    await store.send(1) { $0 = 1 }
    await store.receive(10) { $0 = 11 }
    await store.receive(100) { $0 = 111 }
  }

  @Test("Effects with and without capture lists arrive in a fixed order, which a seed decides")
  func captureLists() async {
    /// Returns the order of actions of four effects.
    func order(seed: UInt64?) async -> [Int] {
      let numbers = [1, 2, 3, 4]
      let store = TestStore(initialState: [Int](), seed: seed) {
        Reduce<[Int], Int> { state, action in
          guard action == 0 else {
            state.append(action)
            return .none
          }
          return .merge(
            .run { [numbers] send in await send(numbers[0]) },
            .run { send in await send(numbers[1]) },
            .run { [number = numbers[2]] send in await send(number) },
            .run { @MainActor [numbers] send in send(numbers[3]) })
        }
      }
      store.exhaustivity = .off
      await store.send(0)
      await store.finish()
      await store.skipReceivedActions(strict: false)
      return store.state
    }
    for _ in 0..<20 { #expect(await order(seed: nil) == [2, 4, 1, 3]) }
    var orders: Set<[Int]> = []
    for seed in UInt64(0)..<20 {
      let first = await order(seed: seed)
      #expect(await order(seed: seed) == first)
      orders.insert(first)
    }
    #expect(orders.count == 2)
  }
}
