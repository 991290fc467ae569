import ComposableArchitecture
import Testing

@MainActor
@Suite("Debouncing")
struct DebounceTests {
  @Reducer
  struct Search {
    enum CancelID { case query }

    enum Action {
      case typed(String)
      case found(String)
      case touched
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
      case .touched:
        return .none.debounce(id: CancelID.query, for: .seconds(1), clock: clock)
      }
    }
  }

  @Test("Only the last of several effects in quick succession runs")
  func lastOne() async {
    let gate = Gate()
    let store = Store(initialState: [String]()) { Search(clock: GateClock(gate: gate)) }
    let first = store.send(.typed("a"))
    await gate.waitForArrival()
    let second = store.send(.typed("ab"))
    await gate.waitForArrival(2)
    #expect(store.state == [])
    gate.open()
    await first.finish()
    await second.finish()
    #expect(store.state == ["ab"])
    #expect(gate.cancellations == 1)
  }

  @Test("Effects with a pause between them all run")
  func pause() async {
    let store = Store(initialState: [String]()) { Search(clock: ImmediateClock()) }
    await store.send(.typed("a")).finish()
    await store.send(.typed("ab")).finish()
    #expect(store.state == ["a", "ab"])
  }

  @Test("An effect that does nothing neither waits nor cancels other effects")
  func nothing() async {
    let gate = Gate()
    let store = Store(initialState: [String]()) { Search(clock: GateClock(gate: gate)) }
    let first = store.send(.typed("a"))
    await gate.waitForArrival()
    store.send(.touched)
    gate.open()
    await first.finish()
    #expect(store.state == ["a"])
  }

  /// A clock whose time never advances, and whose sleeps end when a gate opens.
  private struct GateClock: Clock {
    struct Instant: InstantProtocol {
      var offset: Duration = .zero
      func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
      func duration(to other: Self) -> Duration { other.offset - offset }
      static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
    }

    let gate: Gate
    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      #expect(deadline.offset == .milliseconds(300))
      await gate.wait()
      try Task.checkCancellation()
    }
  }
}
