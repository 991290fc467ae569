import ComposableArchitecture
import Testing

@MainActor
@Suite("Children in a case of the state")
struct CaseTests {
  @Test("The reducer of a case runs on the case's state")
  func runs() {
    let store = Store(initialState: .guest(Ticker.State())) { Session() }
    store.send(.guest(.increment))
    #expect(store.state == .guest(Ticker.State(count: 1)))
    store.send(.enter(7))
    store.send(.member(.increment))
    #expect(store.state == .member(Ticker.State(id: 7, count: 1)))
  }

  @Test("The child runs before the parent, which may leave the case with the same action")
  func order() {
    let store = Store(initialState: Session.State.guest(Ticker.State())) {
      Reduce<Session.State, Session.Action> { state, action in
        if case .guest(.increment) = action, case .guest(let child) = state {
          state = .member(Ticker.State(id: child.count))
        }
        return .none
      }
      .ifCaseLet(\.guest, action: \.guest) { Ticker() }
    }
    store.send(.guest(.increment))
    #expect(store.state == .member(Ticker.State(id: 1)))
  }

  @Test("The effects of a child are cancelled when the state leaves its case")
  func leaving() async {
    let gate = Gate()
    let store = Store(initialState: .member(Ticker.State())) { Session(gate: gate) }
    let task = store.send(.member(.start))
    await gate.waitForArrival()
    store.send(.leave)
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("The effects of a child are cancelled when another takes its place in the case")
  func replacement() async {
    let gate = Gate()
    let store = Store(initialState: .member(Ticker.State(id: 1))) { Session(gate: gate) }
    let task = store.send(.member(.start))
    await gate.waitForArrival()
    store.send(.enter(2))
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 1)
    #expect(store.state == .member(Ticker.State(id: 2)))
  }

  @Test("The effects of a child go on while it stays in its case")
  func staying() async {
    let gate = Gate()
    let store = Store(initialState: .member(Ticker.State(id: 1))) { Session(gate: gate) }
    let task = store.send(.member(.start))
    await gate.waitForArrival()
    store.send(.member(.increment))
    gate.open()
    await task.finish()
    #expect(store.state == .member(Ticker.State(id: 1, count: 1, log: ["opened"])))
  }

  @Test("An action for another case than the state's is reported with the line of composition")
  func otherCase() async {
    let texts = await issues {
      let store = Store(initialState: .guest(Ticker.State())) { Session() }
      store.send(.member(.increment))
      #expect(store.state == .guest(Ticker.State()))
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("An \"ifCaseLet\" at \"ComposableArchitectureTests/Session.swift:")
        == true)
    #expect(
      texts.first?.contains(
        """
        received a child action when child state was set to a different case. …

          Action:
            Session.Action.member(.increment)
          State:
            Session.State.guest(
              Ticker.State(
                id: 0,
                count: 0,
                log: []
              )
            )
        """) == true)
  }

  @Test("A scope of a case runs on the case's state, and reports an action in another case")
  func scope() async {
    let texts = await issues {
      let store = Store(initialState: .guest(Ticker.State())) { ScopedSession() }
      store.send(.guest(.increment))
      #expect(store.state == .guest(Ticker.State(count: 1)))
      store.send(.member(.increment))
      #expect(store.state == .guest(Ticker.State(count: 1)))
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("A \"Scope\" at \"ComposableArchitectureTests/Session.swift:")
        == true)
  }

  @Test("A scope of a case cancels the child's effects when the state leaves the case")
  func scopeCancels() async {
    let gate = Gate()
    let store = Store(initialState: .member(Ticker.State())) { ScopedSession(gate: gate) }
    let task = store.send(.member(.start))
    await gate.waitForArrival()
    store.send(.leave)
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 1)
  }
}
