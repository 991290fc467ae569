import ComposableArchitecture
import DependencyInjection
import Platform
import Testing

@MainActor
struct ReducerTests {
  /// A reducer that appends a word for every action.
  private static func word(_ word: String) -> Reduce<[String], Void> {
    Reduce { state, _ in
      state.append(word)
      return .none
    }
  }

  @Test("Reducers in a body run in order")
  func order() {
    let store = Store(initialState: [String]()) {
      Self.word("a")
      CombineReducers {
        Self.word("b")
        Self.word("c")
      }
      EmptyReducer()
      Self.word("d")
    }
    store.send(())
    #expect(store.state == ["a", "b", "c", "d"])
  }

  @Test("A body can have conditions and loops", arguments: [true, false])
  func conditions(flag: Bool) {
    let store = Store(initialState: [String]()) {
      if flag { Self.word("if") }
      if flag { Self.word("then") } else { Self.word("else") }
      for number in 1...2 { Self.word("\(number)") }
    }
    store.send(())
    #expect(store.state == (flag ? ["if", "then", "1", "2"] : ["else", "1", "2"]))
  }

  @Test("A reducer that implements only reduce(into:action:) has no body")
  func functionReducer() {
    struct Doubling: Reducer {
      func reduce(into state: inout Int, action: Void) -> Effect<Void> {
        state *= 2
        return .none
      }
    }
    var state = 21
    _ = Doubling().reduce(into: &state, action: ())
    #expect(state == 42)
    let store = Store(initialState: 1) { Doubling() }
    store.send(())
    #expect(store.state == 2)
  }
}

@MainActor
struct ScopeTests {
  @Reducer
  struct Parent {
    struct State: Equatable {
      var child = Ticker.State()
      var other = Ticker.State()
    }
    enum Action {
      case child(Ticker.Action)
      case other(Ticker.Action)
      case nothing
    }
    var gate = Gate()
    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Ticker(gate: gate) }
      Ticker(gate: gate).pullback(state: \.other, action: \.other)
    }
  }

  @Test("A child's reducer receives only the child's state and actions")
  func scoping() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.child(.increment))
    store.send(.other(.increment))
    store.send(.other(.increment))
    store.send(.nothing)
    #expect(store.state.child.count == 1)
    #expect(store.state.other.count == 2)
  }

  @Test("The actions of a child's effects are embedded in the parent's actions")
  func effects() async {
    let gate = Gate()
    gate.open()
    let store = Store(initialState: Parent.State()) { Parent(gate: gate) }
    await store.send(.other(.start)).finish()
    #expect(store.state.other.log == ["opened"])
    #expect(store.state.child.log == [])
  }
}

@MainActor
struct ForEachTests {
  @Reducer
  struct List {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Ticker.State> = [
        Ticker.State(id: 1), Ticker.State(id: 2),
      ]
      var seen: [Int] = []
    }
    enum Action {
      case rows(IdentifiedActionOf<Ticker>)
      case remove(Int)
      case stopAll
    }
    var gate = Gate()
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .rows(.element(let id, _)):
          state.seen.append(state.rows[id: id]?.count ?? -1)
          return .none
        case .remove(let id):
          state.rows.remove(id: id)
          return .none
        case .stopAll:
          return .cancel(id: Ticker.CancelID.timer)
        }
      }
      .forEach(\.rows, action: \.rows) { Ticker(gate: gate) }
    }
  }

  @Test("An action reaches the element with its identity before the parent")
  func element() {
    let store = Store(initialState: List.State()) { List() }
    store.send(.rows(.element(id: 2, action: .increment)))
    #expect(store.state.rows.map(\.count) == [0, 1])
    #expect(store.state.seen == [1])
  }

  @Test("Only the effects of a removed element are canceled")
  func removal() async {
    let gate = Gate()
    let store = Store(initialState: List.State()) { List(gate: gate) }
    let first = store.send(.rows(.element(id: 1, action: .start)))
    let second = store.send(.rows(.element(id: 2, action: .start)))
    await gate.waitForArrival(2)
    store.send(.remove(1))
    await first.finish()
    #expect(gate.cancellations == 1)
    gate.open()
    await second.finish()
    #expect(store.state.rows.map(\.log) == [["opened"]])
  }

  @Test("An element cancels only its own effects, even if siblings use the same identity")
  func cancellationIsScoped() async {
    let gate = Gate()
    let store = Store(initialState: List.State()) { List(gate: gate) }
    let first = store.send(.rows(.element(id: 1, action: .start)))
    let second = store.send(.rows(.element(id: 2, action: .start)))
    await gate.waitForArrival(2)
    store.send(.rows(.element(id: 1, action: .stop)))
    await first.finish()
    #expect(gate.cancellations == 1)
    gate.open()
    await second.finish()
    #expect(store.state.rows.map(\.log) == [[], ["opened"]])
  }

  @Test("A parent can cancel the effects of all its elements by their identity")
  func parentCancels() async {
    let gate = Gate()
    let store = Store(initialState: List.State()) { List(gate: gate) }
    let first = store.send(.rows(.element(id: 1, action: .start)))
    let second = store.send(.rows(.element(id: 2, action: .start)))
    await gate.waitForArrival(2)
    store.send(.stopAll)
    await first.finish()
    await second.finish()
    #expect(gate.cancellations == 2)
  }

  @Test("An action for a missing element is reported with the line of the composition")
  func missingElement() {
    let messages = Mutex<[String]>([])
    IssueReports.withHandler({ issue in messages.withLock { $0.append(issue.message) } }) {
      let store = Store(initialState: List.State()) { List() }
      store.send(.rows(.element(id: 7, action: .increment)))
      #expect(store.state.rows.map(\.count) == [0, 0])
    }
    let message = messages.withLock { $0.first }
    #expect(message?.contains("A \"forEach\" at \"ComposableArchitectureTests/") == true)
    #expect(message?.contains("received an action for a missing element") == true)
  }
}

@MainActor
struct IfLetTests {
  @Reducer
  struct Parent {
    struct State: Equatable {
      var child: Ticker.State?
    }
    enum Action {
      case child(Ticker.Action)
      case present
      case dismiss
    }
    var gate = Gate()
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child: return .none
        case .present:
          state.child = Ticker.State()
          return .none
        case .dismiss:
          state.child = nil
          return .none
        }
      }
      .ifLet(\.child, action: \.child) { Ticker(gate: gate) }
    }
  }

  @Test("A child's reducer runs while its state exists")
  func runs() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.present)
    store.send(.child(.increment))
    #expect(store.state.child?.count == 1)
  }

  @Test("When a child's state becomes nil, its effects are canceled, but not the next child's")
  func dismissal() async {
    let gate = Gate()
    let store = Store(initialState: Parent.State()) { Parent(gate: gate) }
    store.send(.present)
    let first = store.send(.child(.start))
    await gate.waitForArrival()
    store.send(.dismiss)
    await first.finish()
    #expect(gate.cancellations == 1)

    store.send(.present)
    let second = store.send(.child(.start))
    await gate.waitForArrival(2)
    gate.open()
    await second.finish()
    #expect(store.state.child?.log == ["opened"])
  }

  @Test("An action for a missing child is reported with the line of the composition")
  func missingState() {
    let messages = Mutex<[String]>([])
    IssueReports.withHandler({ issue in messages.withLock { $0.append(issue.message) } }) {
      let store = Store(initialState: Parent.State()) { Parent() }
      store.send(.child(.increment))
      #expect(store.state.child == nil)
    }
    let message = messages.withLock { $0.first }
    #expect(message?.contains("An \"ifLet\" at \"ComposableArchitectureTests/") == true)
    #expect(message?.contains("received a child action when child state was \"nil\"") == true)
  }
}
