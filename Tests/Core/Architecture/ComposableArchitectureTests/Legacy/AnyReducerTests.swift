import ComposableArchitecture
import Testing

@MainActor
@Suite("Reducers with an environment")
struct AnyReducerTests {
  struct CounterEnvironment: Sendable {
    var step = 1
    var random: @Sendable () async throws -> Int = { 4 }
    var texts = Texts()
  }

  struct AppEnvironment: Sendable {
    var counter = CounterEnvironment()
  }

  @CasePathable
  enum CounterAction: Equatable {
    case increment
    case drawTapped
    case drawn(Int)
    case fail
  }

  static let counter = AnyReducer<Int, CounterAction, CounterEnvironment> {
    state, action, environment in
    switch action {
    case .increment:
      state += environment.step
      return .none
    case .drawTapped:
      return .run { send in await send(.drawn(try await environment.random())) }
    case .drawn(let number):
      state = number
      return .none
    case .fail:
      return Effect(value: .drawn(-1))
    }
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  struct AppState: Equatable {
    var count = 0
    var optional: Int?
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var log: [String] = []
  }

  @CasePathable
  enum AppAction: Equatable {
    case count(CounterAction)
    case optional(CounterAction)
    case rows(IdentifiedAction<Int, CounterAction>)
    case labelled(id: Int, action: CounterAction)
    case plain(Int, CounterAction)
  }

  static let row = counter.pullback(
    state: \Row.count, action: \CounterAction.Cases.self, environment: { $0 })

  static let app = AnyReducer<AppState, AppAction, AppEnvironment>.combine(
    counter.pullback(state: \.count, action: \.count, environment: \.counter),
    counter.optional().pullback(state: \.optional, action: \.optional, environment: \.counter),
    row.forEach(state: \.rows, action: \.rows, environment: \.counter),
    row.forEach(state: \.rows, action: \.labelled, environment: \.counter),
    row.forEach(state: \.rows, action: \.plain, environment: \.counter),
    AnyReducer { state, action, _ in
      if case .count(.increment) = action { state.log.append("count is \(state.count)") }
      return .none
    }
  )

  private func store(
    _ state: AppState = AppState(), _ environment: AppEnvironment = AppEnvironment()
  ) -> Store<AppState, AppAction> {
    Store(initialState: state, reducer: Self.app, environment: environment)
  }

  @Test("A closure receives state, action and environment")
  func closure() {
    let store = Store(
      initialState: 0, reducer: Self.counter, environment: CounterEnvironment(step: 5))
    store.send(.increment)
    #expect(store.state == 5)
  }

  @Test("An effect uses the environment and sends actions back")
  func effect() async {
    let store = Store(
      initialState: 0, reducer: Self.counter, environment: CounterEnvironment(random: { 17 }))
    await store.send(.drawTapped).finish()
    #expect(store.state == 17)
    store.send(.fail)
    #expect(store.state == -1)
  }

  @Test("A reducer can be called directly")
  func byHand() {
    var state = 1
    let effect = Self.counter(&state, .increment, CounterEnvironment(step: 2))
    #expect(state == 3)
    #expect(effect.shape == .none)
    #expect(Self.counter.run(&state, .fail, CounterEnvironment()).shape == .send())
    _ = AnyReducer<Int, CounterAction, Void>.empty.run(&state, .increment, ())
    #expect(state == 3)
  }

  @Test("Combined reducers run in order, each on its part of the state")
  func combining() {
    let store = store()
    store.send(.count(.increment))
    #expect(store.state.count == 1)
    #expect(store.state.log == ["count is 1"])
    #expect(store.state.optional == nil)
  }

  @Test("combined(with:) combines two reducers")
  func combined() {
    let store = Store(
      initialState: 0, reducer: Self.counter.combined(with: Self.counter),
      environment: CounterEnvironment())
    store.send(.increment)
    #expect(store.state == 2)
  }

  @Test("An optional reducer runs while there is state, and otherwise reports the action")
  func optional() async {
    let present = store(AppState(optional: 1))
    present.send(.optional(.increment))
    #expect(present.state.optional == 2)

    let texts = await issues {
      let absent = store()
      absent.send(.optional(.increment))
      #expect(absent.state.optional == nil)
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix(
        "An \"optional\" reducer at \"ComposableArchitectureTests/AnyReducerTests.swift:") == true)
    #expect(texts.first?.contains("received an action when state was \"nil\".") == true)
    #expect(texts.first?.contains("AnyReducerTests.CounterAction.increment") == true)
  }

  @Test("An element receives its actions in each supported form of the parent's actions")
  func elements() async {
    let store = store(AppState(), AppEnvironment(counter: CounterEnvironment(random: { 9 })))
    store.send(.rows(.element(id: 1, action: .increment)))
    store.send(.labelled(id: 2, action: .increment))
    store.send(.plain(2, .increment))
    #expect(store.state.rows.map(\.count) == [1, 2])
    await store.send(.labelled(id: 1, action: .drawTapped)).finish()
    await store.send(.plain(2, .fail)).finish()
    #expect(store.state.rows.map(\.count) == [9, -1])
  }

  @Test("An action for a missing element is reported")
  func missingElement() async {
    let texts = await issues { store().send(.plain(7, .increment)) }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix(
        "A \"forEach\" at \"ComposableArchitectureTests/AnyReducerTests.swift:") == true)
  }

  @Test("A reducer can be pulled back into a case of the state")
  func cases() async {
    let ticker = AnyReducer<Ticker.State, Ticker.Action, Int> { state, _, environment in
      state.count = environment
      return .none
    }
    let member: AnyReducer<Session.State, Session.Action, Int> = ticker.pullback(
      state: \.member, action: \.member, environment: { $0 + 1 })
    let store = Store(
      initialState: Session.State.member(Ticker.State()), reducer: member, environment: 1)
    store.send(.member(.increment))
    #expect(store.state == .member(Ticker.State(count: 2)))
    let texts = await issues {
      let other = Store(
        initialState: Session.State.guest(Ticker.State()), reducer: member, environment: 1)
      other.send(.member(.increment))
    }
    #expect(texts.count == 1)
  }

  @Test("A Reducer can be converted to a reducer with an environment")
  func bridging() {
    let reducer = AnyReducer<Ticker.State, Ticker.Action, Int> { environment in
      Ticker()
      Reduce { state, _ in
        state.count *= environment
        return .none
      }
    }
    let store = Store(initialState: Ticker.State(count: 1), reducer: reducer, environment: 10)
    store.send(.increment)
    #expect(store.state.count == 20)
  }

  @Test("A reducer with an environment can be converted to a Reducer")
  func bridgingBack() {
    let store = Store(initialState: 0) {
      Reduce(Self.counter, environment: CounterEnvironment(step: 3))
    }
    store.send(.increment)
    #expect(store.state == 3)
  }

  #if DEBUG
    @Test("debug prints with the environment's printer")
    func debug() {
      let texts = Texts()
      let store = Store(
        initialState: 0,
        reducer: Self.counter.debug("counter") { environment in
          DebugEnvironment { environment.texts.append($0) }
        },
        environment: CounterEnvironment(texts: texts))
      store.send(.increment)
      #expect(
        texts.all == [
          """
          counter: received action:
            AnyReducerTests.CounterAction.increment
          - 0
          + 1

          """
        ])
    }

    @Test("debugActions prints only the action")
    func debugActions() {
      let texts = Texts()
      let store = Store(
        initialState: 0,
        reducer: Self.counter.debugActions(actionFormat: .labelsOnly) { environment in
          DebugEnvironment { environment.texts.append($0) }
        },
        environment: CounterEnvironment(texts: texts))
      store.send(.drawn(4))
      #expect(
        texts.all == [
          """
          received action:
            AnyReducerTests.CounterAction.drawn

          """
        ])
    }
  #endif
}
