import ComposableArchitecture
import Testing

/// A pair of counters, composed with unlabeled key paths.
@Reducer
struct CounterPair {
  @ObservableState
  struct State: Equatable {
    var left = Tally.State()
    var right: Tally.State?
    var rows: IdentifiedArrayOf<Tally.State> = []
    var isEven = true
  }

  enum Action {
    case left(Tally.Action)
    case right(Tally.Action)
    case rows(IdentifiedActionOf<Tally>)
    case becameEven(Bool)
  }

  var body: some ReducerOf<Self> {
    Scope(\.left, action: \.left) {
      Tally()
    }
    .onChange(of: \.left.count) { oldValue, state in
      state.left.previous = oldValue
      return .send(.becameEven(state.left.count.isMultiple(of: 2)))
    }
    Reduce { state, action in
      if case .becameEven(let isEven) = action { state.isEven = isEven }
      return .none
    }
    .ifLet(\.right, action: \.right) {
      Tally()
    }
    .forEach(\.rows, action: \.rows) {
      Tally()
    }
  }
}

@Reducer
struct Tally {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
    var previous: Int?
  }

  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .none
    }
    .signpost()
  }
}

@Reducer
struct Wrapper {
  typealias State = Tally.State
  typealias Action = Tally.Action
  let base: any ReducerOf<Tally>
  var body: some ReducerOf<Tally> { base }
}

/// The parent of a feature whose effect has a name.
@Reducer
struct NamedWork {
  @ObservableState
  struct State: Equatable { var work = Work.State() }

  enum Action { case work(Work.Action) }

  @Reducer
  struct Work {
    struct State: Equatable { var name: String? }

    enum Action { case start, started(String?) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run(name: "import") { send in await send(.started(Task.name)) }
        case .started(let name):
          state.name = name
          return .none
        }
      }
    }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.work, action: \.work) { Work() }
  }
}

@MainActor
struct SpellingsTests {
  @Test("onChange passes the old value and the state when a value changes")
  func onChange() async {
    let store = TestStore(initialState: .init()) { CounterPair() }
    await store.send(\.left.increment) {
      $0.left.count = 1
      $0.left.previous = 0
    }
    await store.receive(\.becameEven, false) { $0.isEven = false }
  }

  @Test("Stores are scoped with unlabeled key paths")
  func scopes() {
    let store = Store(
      initialState: CounterPair.State(right: Tally.State(), rows: [Tally.State(id: 1)])
    ) {
      CounterPair()
    }
    store.scope(\.left, action: \.left).send(.increment)
    store.scope(\.right, action: \.right)?.send(.increment)
    store.scope(\.rows, action: \.rows).first?.send(.increment)
    #expect(store.left.count == 1)
    #expect(store.right?.count == 1)
    #expect(store.rows[id: 1]?.count == 1)
  }

  @Test("A body can contain a reducer of an opaque type")
  func hidden() async {
    let store = TestStore(initialState: .init()) { Wrapper(base: Tally()) }
    await store.send(.increment) { $0.count = 1 }
  }

  @Test("The task of an effect has the effect's name")
  func taskName() async {
    let store = TestStore(initialState: NamedWork.State()) { NamedWork() }
    await store.send(\.work.start)
    await store.receive(\.work.started, "import") { $0.work.name = "import" }
  }

  @Test("Issues in an issue context are reported at its location")
  func issueContext() async {
    let line = #line + 2
    await withKnownIssue {
      await withIssueContext(fileID: #fileID, filePath: #filePath, line: #line, column: #column) {
        reportIssue("the list is empty")
        await Task.yield()
      }
    } matching: {
      $0.sourceLocation?.line == line
    }
  }

  @Test("observe runs its closure again when an observed value changes")
  func observing() async {
    let store = Store(initialState: Tally.State()) { Tally() }
    let counts = LockIsolated<[Int]>([])
    let token = observe { counts.withValue { [count = store.count] in $0.append(count) } }
    store.send(.increment)
    await Task.megaYield()
    token.cancel()
    store.send(.increment)
    await Task.megaYield()
    #expect(counts.value == [0, 1])
  }
}
