import ComposableArchitecture
import Platform
import Testing

@MainActor
@Suite("Chains of effects that never suspend")
struct EffectChainTests {
  struct State: Equatable {
    var count = 0
    var names: [String] = []
    var countsAtOther: [Int] = []
  }

  enum Action: Equatable {
    case tick(String = "a")
    case tickBoth
    case other
  }

  /// A counter of the effects that are still referenced.
  private final class EffectCount: Sendable {
    private let counts = Mutex((current: 0, max: 0))

    var current: Int { counts.withLock { $0.current } }
    var max: Int { counts.withLock { $0.max } }

    func add(_ difference: Int) {
      counts.withLock {
        $0.current += difference
        $0.max = Swift.max($0.max, $0.current)
      }
    }
  }

  private final class Token: Sendable {
    private let effects: EffectCount

    init(_ effects: EffectCount) {
      self.effects = effects
      effects.add(1)
    }

    deinit { effects.add(-1) }

    /// Keeps the token alive until this call.
    func keep() {}
  }

  private let effects = EffectCount()

  /// A reducer whose ticks follow from one another up to a limit.
  private func chain(of length: Int) -> Reduce<State, Action> {
    Reduce { [effects] state, action in
      switch action {
      case .other:
        state.countsAtOther.append(state.count)
        return .none
      case .tickBoth:
        return .merge(.send(.tick("a")), .send(.tick("b")))
      case .tick(let name):
        state.count += 1
        state.names.append(name)
        if state.count >= length { return .none }
        let token = Token(effects)
        return .run { send in
          await send(.tick(name))
          token.keep()
        }
      }
    }
  }

  @Test("Other work of the main actor runs between the effects of a chain")
  func otherWork() async {
    let store = Store(initialState: State()) { chain(of: 1_000) }
    let other = Task { @MainActor in _ = store.send(.other) }
    let task = store.send(.tick())
    #expect(store.state.count < 100)
    #expect(store.effectCount == 1)
    await other.value
    #expect(store.state.countsAtOther.allSatisfy { $0 < 100 })
    await task.finish()
    #expect(store.state.count == 1_000)
    #expect(store.effectCount == 0)
  }

  @Test("A chain of effects does not retain effects that have ended")
  func memory() async {
    let store = Store(initialState: State()) { chain(of: 10_000) }
    await store.send(.tick()).finish()
    #expect(store.state.count == 10_000)
    #expect(effects.max < 10)
  }

  @Test("Two chains of effects alternate from beginning to end")
  func order() async {
    let store = Store(initialState: State()) { chain(of: 1_000) }
    await store.send(.tickBoth).finish()
    let names = store.state.names
    #expect(names.count >= 1_000)
    #expect(names.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? "a" : "b") })
  }

  @Test("Deallocating a store releases the effects that have not started, and ends their tasks")
  func goneStore() {
    var store: Store<State, Action>? = Store(initialState: State()) { chain(of: 1_000) }
    let task = store?.send(.tick())
    #expect(task?.isFinished == false)
    store = nil
    #expect(task?.isFinished == true)
    #expect(effects.current == 0)
  }

  @Test("A test store receives all actions of a chain")
  func testStore() async {
    let store = TestStore(initialState: State()) { chain(of: 200) }
    store.exhaustivity = .off
    await store.send(.tick())
    for _ in 1..<200 { await store.receive(.tick()) }
    #expect(store.state.count == 200)
    await store.finish()
  }
}
