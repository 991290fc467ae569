import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Received actions after finish")
struct FinishTests {
  private let answers: @Sendable (Send<Probe.Action>) async throws -> Void = {
    await $0(.answer(1))
    await $0(.answer(2))
  }

  @Test("A non-exhaustive test can finish, skip the received actions and assert the state")
  func skipped() async {
    let store = Probe.store(work: answers)
    store.exhaustivity = .off
    await store.send(.begin)
    await store.finish()
    #expect(store.state.answers == [])
    await store.skipReceivedActions()
    #expect(store.state.answers == [1, 2])
    store.assert { $0.answers = [1, 2] }
  }

  @Test("A non-exhaustive test can receive an action after finish")
  func received() async {
    let failures = await failures {
      let store = Probe.store(work: answers)
      store.exhaustivity = .off
      await store.send(.begin)
      await store.finish()
      await store.receive(.answer(1)) { $0.answers = [1] }
      #expect(store.state.answers == [1])
      await store.receive(.answer(2)) { $0.answers = [1, 2] }
    }
    #expect(failures == [])
  }

  @Test("An exhaustive test fails at finish, and can then skip or receive the actions")
  func exhaustive() async {
    let failures = await failures {
      let skipping = Probe.store(work: answers)
      await skipping.send(.begin)
      await skipping.finish()
      await skipping.skipReceivedActions()
      #expect(skipping.state.answers == [1, 2])
      let receiving = Probe.store(work: answers)
      await receiving.send(.begin)
      await receiving.finish()
      await receiving.receive(.answer(1)) { $0.answers = [1] }
      await receiving.receive(.answer(2)) { $0.answers = [1, 2] }
    }
    #expect(failures.count == 2)
    #expect(failures.allSatisfy { $0.message.hasPrefix("The store received 2 unexpected actions") })
  }

  @Test("Actions that finish has reported are reported once, even by a second finish")
  func twice() async {
    let failures = await failures {
      let store = Probe.store(work: answers)
      await store.send(.begin)
      await store.finish()
      await store.finish()
    }
    #expect(failures.count == 1)
  }

  @Test("An action that arrives after finish fails the end of the test")
  func arrivedLater() async {
    let failures = await failures {
      let store = Probe.store(work: answers)
      await store.send(.begin)
      await store.finish()
      await store.skipReceivedActions()
      await store.send(.begin)
    }
    #expect(failures.count == 2)
  }

  @Test("Actions that a non-exhaustive finish leaves fail the end of an exhaustive test")
  func partlyExhaustive() async {
    let failures = await failures {
      let store = Probe.store(work: answers)
      await store.send(.begin)
      await store.withExhaustivity(.off) { await store.finish() }
    }
    #expect(failures.map { $0.message.prefix(40) } == ["The store received 2 unexpected actions."])
  }

  @Test("Actions that finish leaves must be handled before the next action is sent")
  func sentAfterwards() async {
    let failures = await failures {
      let store = Probe.store(work: answers)
      await store.send(.begin)
      await store.withExhaustivity(.off) { await store.finish() }
      await store.send(.ignore)
      await store.skipReceivedActions()
    }
    #expect(failures.map { $0.message.prefix(37) } == ["Must handle 2 received actions before"])
  }

  @Test("After finish, skipped and received actions have the shared state of their steps")
  func shared() async {
    let store = TestStore(initialState: Counter.State(count: Shared(value: 0))) { Counter() }
    store.exhaustivity = .off
    await store.send(.incrementTwice)
    await store.finish()
    await store.receive(\.increment) { $0.$count.withLock { $0 = 1 } }
    await store.receive(\.increment) {
      $0.$count.withLock { $0 = 2 }
      $0.steps = 2
    }
    await store.send(.incrementTwice)
    await store.finish()
    await store.skipReceivedActions()
    #expect(store.state.steps == 4)
    store.assert {
      $0.$count.withLock { $0 = 4 }
      $0.steps = 4
    }
    store.exhaustivity = .on
    await store.send(.increment) {
      $0.$count.withLock { $0 = 5 }
      $0.steps = 5
    }
  }
}

@Reducer
private struct Counter {
  struct State: Equatable {
    @Shared var count: Int
    var steps = 0
  }

  enum Action {
    case increment, incrementTwice
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.$count.withLock { $0 += 1 }
        state.steps += 1
        return .none
      case .incrementTwice: return .merge(.send(.increment), .send(.increment))
      }
    }
  }
}
