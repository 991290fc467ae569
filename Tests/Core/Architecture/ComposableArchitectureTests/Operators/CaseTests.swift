import ComposableArchitecture
import Testing

@MainActor
@Suite("Children in a case of the state")
struct CaseTests {
  @Test("The reducer of a case runs on the state of the case")
  func runs() {
    let store = Store(initialState: .guest(Ticker.State())) { Session() }
    store.send(.guest(.increment))
    #expect(store.state == .guest(Ticker.State(count: 1)))
    store.send(.enter(7))
    store.send(.member(.increment))
    #expect(store.state == .member(Ticker.State(id: 7, count: 1)))
  }

  @Test("The child runs before the parent, which can leave the case with the same action")
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

  @Test("The effects of a child are canceled when the state leaves its case")
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

  @Test("The effects of a child are canceled when a different child replaces it in its case")
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

  @Test("The effects of a child continue while the state stays in its case")
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

  @Test("An action for a different case is reported with the line of the composition")
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
        received a child action when child state was set to a different case.

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

  @Test("A scope of a case runs on the state of the case, and reports actions in other cases")
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

@MainActor
@Suite("Lists of reducers for several cases")
struct CaseListTests {
  @CasePathable
  enum Action {
    case first(String)
    case second(Inner)
    case third(String)
    case none
  }

  @CasePathable
  enum Inner {
    case text(String)
    case other
  }

  /// Records the actions that it receives.
  private func note(_ name: String) -> Reduce<[String], String> {
    Reduce { state, action in
      state.append("\(name) \(action)")
      return .none
    }
  }

  private func noteAll(_ name: String) -> Reduce<[String], Action> {
    Reduce { state, _ in
      state.append(name)
      return .none
    }
  }

  @Test("Reducers of a case handle its actions, other reducers handle all actions, in list order")
  func order() {
    let store = Store(initialState: [String]()) {
      noteAll("before")
      note("first").pullback(state: \.self, action: \.first)
      note("second").pullback(state: \.self, action: \.second.text)
      noteAll("between")
      note("again first").pullback(state: \.self, action: \.first)
      CombineReducers {
        note("third").pullback(state: \.self, action: \.third)
        noteAll("after")
      }
    }
    store.send(.first("a"))
    #expect(store.state == ["before", "first a", "between", "again first a", "after"])
    store.send(.second(.text("b")))
    #expect(store.state.suffix(4) == ["before", "second b", "between", "after"])
    store.send(.second(.other))
    store.send(.third("c"))
    #expect(
      store.state.suffix(7)
        == ["before", "between", "after", "before", "between", "third c", "after"])
    store.send(.none)
    #expect(store.state.suffix(3) == ["before", "between", "after"])
  }

  @Test("Effects are merged in the order of the list")
  func effects() {
    let answer = Reduce<[String], String> { state, action in
      state.append(action)
      return action.count < 3 ? .merge(.send("\(action)1"), .send("\(action)2")) : .none
    }
    let store = Store<[String], Action>(initialState: []) {
      answer.pullback(state: \[String].self, action: \Action.Cases.first)
      answer.pullback(state: \[String].self, action: \Action.Cases.third)
      Reduce<[String], Action> { _, action in action.is(\.first) ? .send(.third("zzz")) : .none }
    }
    store.send(.first("aa"))
    #expect(store.state == ["aa", "aa1", "aa2", "zzz", "zzz", "zzz"])
  }
}
