import ComposableArchitecture
import SessionReplayTesting
import Testing
import TestSupport

@MainActor
@Suite("Statements about clocks in a test of a session")
struct OlderClockTests {
  @Reducer(.recordable)
  struct Ticker {
    @ObservableState
    struct State: Equatable {
      var ticks = 0
    }

    enum Action: Equatable, Sendable {
      case started, ticked
    }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .started:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.ticked)
            break
          }
        }
      case .ticked:
        state.ticks += 1
        return .none
      }
    }
  }

  private func failureTexts(
    readsClock: Bool, withOlderClocks: Bool
  ) async -> [String] {
    let reported = await failures {
      let store = ReplayTestStore(initialState: Ticker.State()) { Ticker() }
      store.send(.started, returning: "run")
      store.effect(1).begins()
      if readsClock {
        store.effect(1).calls(1, "continuousClock.now").returns(Duration.zero)
      }
      store.effect(1).calls(2, "continuousClock.sleep", Duration.seconds(1)).ends()
      store.receive(.ticked, from: 1) { $0.ticks = 1 }
      store.effect(1).finishes()
      await store.runEffects(withOlderClocks: withOlderClocks)
    }
    return reported.map(\.text)
  }

  @Test("A timer reads its clock before it sleeps, but not in a log of version 0.1")
  func timers() async {
    #expect(await failureTexts(readsClock: true, withOlderClocks: false) == [])
    #expect(await failureTexts(readsClock: false, withOlderClocks: true) == [])
    let texts = await failureTexts(readsClock: false, withOlderClocks: false)
    #expect(texts.count == 1 && texts[0].contains("+ continuousClock.now()"), "\(texts)")
  }
}
