import ComposableArchitecture
import Testing

/// A row with every kind of child. A child can be missing in one row and exist in a different row.
@Reducer
private struct Line {
  struct State: Equatable, Identifiable {
    let id: Int
    var optional: Ticker.State?
    @Presents var presented: Ticker.State?
    var list: IdentifiedArrayOf<Ticker.State> = []

    static func full(_ id: Int) -> Self {
      State(id: id, optional: Ticker.State(), presented: Ticker.State(), list: [Ticker.State()])
    }
  }

  enum Action {
    case optional(Ticker.Action)
    case presented(PresentationAction<Ticker.Action>)
    case list(IdentifiedActionOf<Ticker>)
    case empty
    case nothing
  }

  var gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .empty = action { state = State(id: state.id) }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Ticker(gate: gate) }
    .ifLet(\.$presented, action: \.presented) { Ticker(gate: gate) }
    .forEach(\.list, action: \.list) { Ticker(gate: gate) }
  }
}

/// A feature in one of two cases, for stacks of such features.
@Reducer
private struct Leaf {
  @CasePathable
  enum State: Equatable {
    case row(Line.State)
    case session(Session.State)
  }

  enum Action {
    case row(Line.Action)
    case session(Session.Action)
  }

  var gate: Gate

  var body: some ReducerOf<Self> {
    Scope(state: \.row, action: \.row) { Line(gate: gate) }
    Scope(state: \.session, action: \.session) { Session(gate: gate) }
  }
}

@Reducer
private struct Book {
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Line.State> = []
    var pages = StackState<Leaf.State>()
  }

  enum Action {
    case rows(IdentifiedActionOf<Line>)
    case pages(StackAction<Leaf.State, Leaf.Action>)
    case remove(Int)
  }

  var gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .remove(let id) = action { state.rows.remove(id: id) }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Line(gate: gate) }
    .forEach(\.pages, action: \.pages) { Leaf(gate: gate) }
  }
}

@MainActor
@Suite("Effects of siblings", .ownStackElementIDs)
struct SiblingEffectsTests {
  private static func start(_ kind: Int) -> Line.Action {
    switch kind {
    case 0: .optional(.start)
    case 1: .presented(.presented(.start))
    default: .list(.element(id: 0, action: .start))
    }
  }

  @Test(
    "An element without a child does not cancel the effects of other elements' children",
    arguments: 0..<3)
  func rows(kind: Int) async {
    let gate = Gate()
    let store = Store(initialState: Book.State(rows: [Line.State(id: 1), .full(2)])) {
      Book(gate: gate)
    }
    let task = store.send(.rows(.element(id: 2, action: Self.start(kind))))
    await gate.waitForArrival()
    store.send(.rows(.element(id: 1, action: .nothing)))
    store.send(.rows(.element(id: 1, action: .empty)))
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 0)
    let row = store.state.rows[id: 2]
    let logs = [row?.optional?.log, row?.presented?.log, row?.list.first?.log]
    #expect(logs[kind] == ["opened"])
  }

  @Test(
    "Each element cancels only its own child's effects if several elements have equal state",
    arguments: 0..<3)
  func alike(kind: Int) async {
    let gate = Gate()
    let store = Store(initialState: Book.State(rows: [.full(1), .full(2), .full(3)])) {
      Book(gate: gate)
    }
    let tasks = (1...3).map { store.send(.rows(.element(id: $0, action: Self.start(kind)))) }
    await gate.waitForArrival(3)
    store.send(.rows(.element(id: 1, action: .empty)))
    await tasks[0].finish()
    #expect(gate.cancellations == 1)
    store.send(.remove(2))
    await tasks[1].finish()
    #expect(gate.cancellations == 2)
    gate.open()
    await tasks[2].finish()
    #expect(gate.cancellations == 2)
  }

  @Test(
    "An element that is added again with the same identity has its own effects", arguments: 0..<3)
  func returning(kind: Int) async {
    let gate = Gate()
    let store = Store(initialState: Book.State(rows: [.full(1), .full(2)])) { Book(gate: gate) }
    let task = store.send(.rows(.element(id: 1, action: Self.start(kind))))
    await gate.waitForArrival()
    store.send(.rows(.element(id: 1, action: .empty)))
    await task.finish()
    #expect(gate.cancellations == 1)
    store.send(.remove(1))
    let second = store.send(.rows(.element(id: 2, action: Self.start(kind))))
    await gate.waitForArrival(2)
    gate.open()
    await second.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("Stack elements in different cases do not cancel each other's effects")
  func stack() async {
    let gate = Gate()
    var state = Book.State()
    state.pages = StackState([
      .session(.member(Ticker.State(id: 1))), .session(.guest(Ticker.State())), .row(.full(1)),
    ])
    let ids = state.pages.ids
    let store = Store(initialState: state) { Book(gate: gate) }
    let member = store.send(.pages(.element(id: ids[0], action: .session(.member(.start)))))
    let row = store.send(.pages(.element(id: ids[2], action: .row(.optional(.start)))))
    await gate.waitForArrival(2)
    store.send(.pages(.element(id: ids[1], action: .session(.enter(2)))))
    store.send(.pages(.element(id: ids[1], action: .session(.leave))))
    #expect(gate.cancellations == 0)
    store.send(.pages(.element(id: ids[0], action: .session(.leave))))
    await member.finish()
    #expect(gate.cancellations == 1)
    gate.open()
    await row.finish()
    #expect(gate.cancellations == 1)
  }
}
