import ComposableArchitecture
import Testing

/// A destination whose state and actions have no case paths.
private struct PlainDestination: Reducer {
  enum State: Equatable {
    case alert(AlertState<Alert>)
    case named(content: Ticker.State)
    case ticker(Ticker.State)
    case other(Ticker.State)
    case empty
  }

  enum Action: Equatable {
    case alert(Alert)
    case ticker(Ticker.Action)
  }

  enum Alert: Equatable { case confirm }

  var gate: Gate

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .ticker(var ticker) = state, case .ticker(let tickerAction) = action else {
        return .none
      }
      defer { state = .ticker(ticker) }
      return Ticker(gate: gate).reduce(into: &ticker, action: tickerAction).map { .ticker($0) }
    }
  }
}

@Reducer
private struct PlainParent {
  struct State: Equatable {
    @Presents var destination: PlainDestination.State?
    var plain: PlainDestination.State?
  }

  enum Action {
    case destination(PresentationAction<PlainDestination.Action>)
    case plain(PlainDestination.Action)
    case show(PlainDestination.State)
  }

  var gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let destination) = action {
        state.destination = destination
        state.plain = destination
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { PlainDestination(gate: gate) }
    .ifLet(\.plain, action: \.plain) { PlainDestination(gate: gate) }
  }
}

@MainActor
@Suite("Destinations without case paths")
struct PlainDestinationTests {
  private let ticker = PlainDestination.State.ticker(Ticker.State(id: 1))

  private func store(
    _ destination: PlainDestination.State, gate: Gate = Gate()
  ) -> StoreOf<PlainParent> {
    Store(initialState: PlainParent.State(destination: destination, plain: destination)) {
      PlainParent(gate: gate)
    }
  }

  @Test("An alert is dismissed by its action")
  func alert() {
    let store = store(.alert(AlertState { TextState("Delete?") }))
    store.send(.destination(.presented(.alert(.confirm))))
    #expect(store.state.destination == nil)
    store.send(.plain(.alert(.confirm)))
    #expect(store.state.plain == nil)
  }

  @Test(
    "An alert's action dismisses only the alert, and other cases' actions don't dismiss it")
  func otherCases() {
    let alert = PlainDestination.State.alert(AlertState { TextState("Delete?") })
    var store = store(alert)
    store.send(.destination(.presented(.ticker(.increment))))
    #expect(store.state.destination == alert)
    store = self.store(ticker)
    store.send(.destination(.presented(.alert(.confirm))))
    #expect(store.state.destination == ticker)
  }

  @Test(
    "The effects of a case end when a different case or identity replaces it",
    arguments: [true, false])
  func replacement(isPresentation: Bool) async {
    let ticker = ticker
    func send(_ action: Ticker.Action, to store: StoreOf<PlainParent>) -> StoreTask {
      isPresentation
        ? store.send(.destination(.presented(.ticker(action))))
        : store.send(.plain(.ticker(action)))
    }
    let messages = await issues {
      for other: PlainDestination.State in [
        .other(Ticker.State(id: 1)), .named(content: Ticker.State(id: 1)), .empty,
        .ticker(Ticker.State(id: 2)),
      ] {
        let gate = Gate()
        let store = store(ticker, gate: gate)
        let task = send(.start, to: store)
        await gate.waitForArrival()
        store.send(.show(ticker))
        #expect(gate.cancellations == 0)
        store.send(.show(other))
        // Effects that weren't canceled end, too. The test then fails instead of hanging.
        gate.open()
        await task.finish()
        #expect(gate.cancellations == 1)
      }
    }
    #expect(messages.isEmpty)
  }
}
