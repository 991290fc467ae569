import ComposableArchitecture
import Testing

@MainActor
@Suite("Properties that run code when they are set")
struct PropertyTests {
  struct State {
    var child = Property(Ticker.State())
    var optional = Property<Ticker.State?>(Ticker.State())
    var rows = Property<IdentifiedArrayOf<Ticker.State>>([Ticker.State()])
    var presented = Property(PresentationState(wrappedValue: Ticker.State()))
    var stack = Property(StackState([Ticker.State()]))
    var text = Property("")
    var page = Property(Page.form(Page.Form()))
    var changes: [String] = []

    var writes: Int {
      child.writes + optional.writes + rows.writes + presented.writes + stack.writes + text.writes
        + page.writes
    }
  }

  @CasePathable
  enum Action: BindableAction {
    case child(Ticker.Action)
    case row(IdentifiedActionOf<Ticker>)
    case presented(PresentationAction<Ticker.Action>)
    case stack(StackActionOf<Ticker>)
    case binding(BindingAction<State>)
    case page(Page.Action)
    case other
    case remove
  }

  private let gate = Gate()

  private func parent(_ remove: @escaping (inout State) -> Void = { _ in }) -> Reduce<State, Action>
  {
    Reduce { state, action in
      if case .remove = action { remove(&state) }
      return .none
    }
  }

  /// Checks that only actions of the child set its property and start its effects.
  private func start(
    _ action: (Ticker.Action) -> Action, in store: Store<State, Action>, count: (State) -> Int?
  ) async -> StoreTask {
    store.send(.other)
    #expect(store.state.writes == 0)
    store.send(action(.increment))
    #expect(store.state.writes == 1)
    #expect(count(store.state) == 1)
    let task = store.send(action(.start))
    await gate.waitForArrival()
    return task
  }

  /// Checks that only actions of the child set its property, and that its effects end with it.
  private func check(
    by reducer: some Reducer<State, Action>, _ action: (Ticker.Action) -> Action,
    count: (State) -> Int?
  ) async {
    let store = Store<State, Action>(initialState: State()) { reducer }
    let task = await start(action, in: store, count: count)
    let writes = store.state.writes
    store.send(.other)
    store.send(.other)
    #expect(store.state.writes == writes)
    #expect(gate.cancellations == 0)
    store.send(.remove)
    #expect(store.state.writes == writes + 1)
    await task.finish()
    #expect(gate.cancellations == 1)
    let texts = await issues { store.send(action(.increment)) }
    #expect(texts.count == 1)
    #expect(store.state.writes == writes + 1)
  }

  @Test("ifLet sets a property only for actions of its child", arguments: PropertyForm.allCases)
  func ifLet(_ form: PropertyForm) async {
    let path = form.path(\State.optional)
    await check(
      by: parent { $0[keyPath: path] = nil }
        .ifLet(path, action: \.child) { Ticker(gate: gate) },
      Action.child, count: { $0[keyPath: path]?.count })
  }

  @Test("forEach sets a property only for actions of elements", arguments: PropertyForm.allCases)
  func forEach(_ form: PropertyForm) async {
    let path = form.path(\State.rows)
    await check(
      by: parent { $0[keyPath: path] = [] }
        .forEach(path, action: \.row) { Ticker(gate: gate) },
      { .row(.element(id: 0, action: $0)) }, count: { $0[keyPath: path][id: 0]?.count })
  }

  @Test(
    "ifLet sets a presentation only for actions of the presented feature",
    arguments: PropertyForm.allCases)
  func presentation(_ form: PropertyForm) async {
    let path = form.path(\State.presented)
    await check(
      by: parent { $0[keyPath: path].wrappedValue = nil }
        .ifLet(path, action: \.presented) { Ticker(gate: gate) },
      { .presented(.presented($0)) }, count: { $0[keyPath: path].wrappedValue?.count })
  }

  @Test("forEach sets a stack only for actions of elements", arguments: PropertyForm.allCases)
  func stack(_ form: PropertyForm) async {
    let path = form.path(\State.stack)
    let id = StackElementID(integerLiteral: 0)
    await check(
      by: parent { $0[keyPath: path].removeAll() }
        .forEach(path, action: \.stack) { Ticker(gate: gate) },
      { .stack(.element(id: id, action: $0)) }, count: { $0[keyPath: path][id: id]?.count })
  }

  @Test("Dismissing and popping set a property once", arguments: PropertyForm.allCases)
  func dismissal(_ form: PropertyForm) {
    let store = Store<State, Action>(initialState: State()) {
      parent()
        .ifLet(form.path(\State.presented), action: \.presented) { Ticker() }
        .forEach(form.path(\State.stack), action: \.stack) { Ticker() }
    }
    store.send(.presented(.dismiss))
    #expect(store.state[keyPath: form.path(\State.presented)].wrappedValue == nil)
    #expect(store.state.presented.writes == 1)
    store.send(.stack(.popFrom(id: 0)))
    #expect(store.state[keyPath: form.path(\State.stack)].isEmpty)
    #expect(store.state.stack.writes == 1)
    store.send(.stack(.push(id: 1, state: Ticker.State())))
    #expect(store.state.stack.writes == 2)
  }

  @Test(
    "ifCaseLet sets a case and a property of its state only for actions of the child",
    arguments: PropertyForm.allCases)
  func ifCaseLet(_ form: PropertyForm) async {
    let path = form.path(\State.page)
    let page = Reduce<Page, Page.Action> { state, action in
      if case .close = action { state = .closed }
      return .none
    }
    .ifCaseLet(\.form, action: \.form) {
      Scope(state: form.path(\Page.Form.ticker), action: \.ticker) { Ticker(gate: gate) }
    }
    let store = Store<State, Action>(initialState: State()) {
      Scope(state: path, action: \.page) { page }
    }
    // The writes to the page, its case and the property of the case's state.
    func writes() -> [Int] {
      let state = store.state
      guard case .form(let form) = state[keyPath: path] else { return [state.writes] }
      return [state.writes, form.embeddings, form.ticker.writes]
    }
    store.send(.other)
    #expect(writes() == [0, 0, 0])
    store.send(.page(.form(.ticker(.increment))))
    #expect(writes() == [1, 1, 1])
    let task = store.send(.page(.form(.ticker(.start))))
    await gate.waitForArrival()
    #expect(writes() == [2, 2, 2])
    store.send(.other)
    store.send(.page(.other))
    #expect(writes() == [3, 2, 2])
    #expect(gate.cancellations == 0)
    store.send(.page(.close))
    #expect(writes() == [4])
    await task.finish()
    #expect(gate.cancellations == 1)
  }

  /// Checks that a child with an environment sets its property only for its own actions.
  private func check(
    _ reducer: AnyReducer<State, Action, Void>, _ action: (Ticker.Action) -> Action,
    count: (State) -> Int?
  ) async {
    let store = Store<State, Action>(
      initialState: State(), reducer: reducer, environment: ())
    let task = await start(action, in: store, count: count)
    store.send(.other)
    #expect(store.state.writes == 2)
    gate.open()
    await task.finish()
    store.send(.other)
    #expect(store.state.writes == 3)
    #expect(count(store.state) == 1)
  }

  private var ticker: AnyReducer<Ticker.State, Ticker.Action, Void> {
    AnyReducer { [gate] in Ticker(gate: gate) }
  }

  @Test(
    "A reducer with an environment sets a property only for its own actions",
    arguments: PropertyForm.allCases)
  func pullback(_ form: PropertyForm) async {
    let path = form.path(\State.child)
    await check(
      ticker.pullback(state: path, action: \.child, environment: {}),
      Action.child, count: { $0[keyPath: path].count })
  }

  @Test(
    "An optional reducer with an environment sets a property only for its own actions",
    arguments: PropertyForm.allCases)
  func optional(_ form: PropertyForm) async {
    let path = form.path(\State.optional)
    await check(
      ticker.optional().pullback(state: path, action: \.child, environment: {}),
      Action.child, count: { $0[keyPath: path]?.count })
  }

  @Test(
    "forEach with an environment sets a property only for actions of elements",
    arguments: PropertyForm.allCases)
  func forEachWithEnvironment(_ form: PropertyForm) async {
    let path = form.path(\State.rows)
    await check(
      ticker.forEach(state: path, action: \.row, environment: {}),
      { .row(.element(id: 0, action: $0)) }, count: { $0[keyPath: path][id: 0]?.count })
  }

  @Test("Scope sets a property only for actions of its child", arguments: PropertyForm.allCases)
  func scope(_ form: PropertyForm) {
    let store = Store<State, Action>(initialState: State()) {
      Scope(state: form.path(\State.child), action: \.child) { Ticker() }
    }
    store.send(.other)
    #expect(store.state.writes == 0)
    store.send(.child(.increment))
    #expect(store.state.writes == 1)
    #expect(store.state[keyPath: form.path(\State.child)].count == 1)
  }

  @Test("onChange reads a property and never sets it", arguments: PropertyForm.allCases)
  func onChange(_ form: PropertyForm) {
    let path = form.path(\State.child)
    let store = Store<State, Action>(initialState: State()) {
      Scope(state: path, action: \.child) { Ticker() }
        .onChange(of: { $0[keyPath: path].count }) { old, state in
          state.changes.append("\(old)")
          return .none
        }
    }
    store.send(.other)
    store.send(.child(.increment))
    #expect(store.state.changes == ["0"])
    #expect(store.state.writes == 1)
  }

  @Test("A binding sets a property once", arguments: PropertyForm.allCases)
  func binding(_ form: PropertyForm) {
    let path = form.path(\State.text)
    let store = Store<State, Action>(initialState: State()) { BindingReducer() }
    store.send(.other)
    store.send(.set(path, "Blob"))
    #expect(store.state[keyPath: path] == "Blob")
    #expect(store.state.writes == 1)
  }

  @Test("Stores of parts read a property and never set it", arguments: PropertyForm.allCases)
  func stores(_ form: PropertyForm) {
    let store = Store<State, Action>(initialState: State()) {
      parent()
        .ifLet(form.path(\State.optional), action: \.child) { Ticker() }
        .forEach(form.path(\State.rows), action: \.row) { Ticker() }
    }
    let child = store.scope(state: form.path(\State.optional), action: \.child)
    let row = store.scope(state: form.path(\State.rows), action: \.row)[0]
    #expect(store.state.writes == 0)
    child?.send(.increment)
    row.send(.increment)
    #expect(child?.state.count == 1)
    #expect(row.state.count == 1)
    #expect(store.state.writes == 2)
  }

  @Test("An operator stops checking its children when their effects have ended")
  func endedEffects() async {
    let store = Store<State, Action>(initialState: State()) {
      parent()
        .ifLet(\.optional.computed, action: \.child) { Ticker(gate: gate) }
        .forEach(\.rows.computed, action: \.row) { Ticker(gate: gate) }
        .ifLet(\.presented.computed, action: \.presented) { Ticker(gate: gate) }
        .forEach(\.stack.computed, action: \.stack) { Ticker(gate: gate) }
    }
    func reads() -> Int {
      let state = store.state
      return state.optional.reads.count + state.rows.reads.count + state.presented.reads.count
        + state.stack.reads.count
    }
    let tasks = [
      store.send(.child(.start)), store.send(.row(.element(id: 0, action: .start))),
      store.send(.presented(.presented(.start))),
      store.send(.stack(.element(id: 0, action: .start))),
    ]
    await gate.waitForArrival(4)
    let before = reads()
    store.send(.other)
    #expect(reads() == before + 4)
    gate.open()
    for task in tasks { await task.finish() }
    // The tasks retain captured values until they return, which is after the end of the effects.
    while store.effectCount > 0 { await Task.yield() }
    store.send(.other)
    let after = reads()
    store.send(.other)
    #expect(reads() == after)
  }
}

extension PropertyTests {
  /// An enumeration state that counts how often its case is set.
  enum Page: CasePathable {
    struct Form {
      var ticker = Property(Ticker.State())
      var embeddings = 0
    }

    @CasePathable
    enum FormAction { case ticker(Ticker.Action) }

    @CasePathable
    enum Action {
      case form(FormAction)
      case other
      case close
    }

    case form(Form)
    case closed

    // This case path is handwritten, because embedding by a macro's case path can't be observed.
    struct AllCasePaths: Sendable {
      var form: AnyCasePath<Page, Form> {
        AnyCasePath(
          embed: { form in
            var form = form
            form.embeddings += 1
            return .form(form)
          },
          extract: { page in if case .form(let form) = page { form } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
}
