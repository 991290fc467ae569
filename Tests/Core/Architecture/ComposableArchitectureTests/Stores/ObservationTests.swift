import ComposableArchitecture
import Observation
import Testing

@MainActor
@Suite("Observing a store")
struct ObservationTests {
  private let changes = Texts()

  /// Observes the reads of a function, once.
  private func observe(_ name: String, _ read: () -> Void) {
    withObservationTracking(read) { [changes] in changes.append(name) }
  }

  @Reducer
  struct Form {
    @ObservableState
    struct State: Equatable {
      var count = 0
      var name = ""
      var isSaved = false
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        if case .binding(\.name) = action { state.isSaved = false }
        return .none
      }
    }
  }

  @Test("Setting a field of a bindable state sends its binding action, and notifies its readers")
  func setting() {
    let store = Store(initialState: Form.State(isSaved: true)) { Form() }
    observe("count") { _ = store.count }
    observe("name") { _ = store.name }
    store.count = 42
    #expect(store.count == 42)
    #expect(store.isSaved)
    #expect(changes.all == ["count"])
    store.name += "Blob"
    #expect(store.withState { $0 } == Form.State(count: 42, name: "Blob"))
    #expect(changes.all == ["count", "name"])
  }

  @Test("A reader of a field is notified of the next change of that field only")
  func part() {
    let store = Shelf.store()
    observe("title") { _ = store.title }
    store.send(.ticker(.increment))
    store.send(.rename("Shelf"))
    #expect(changes.all == [])
    store.send(.rename("Cupboard"))
    #expect(changes.all == ["title"])
    store.send(.rename("Drawer"))
    #expect(changes.all == ["title"])
    observe("title again") { #expect(store.title == "Drawer") }
    store.send(.rename("Shelf"))
    #expect(changes.all == ["title", "title again"])
  }

  @Test("Readers are notified in the order of their first reads, each of its own field")
  func several() {
    let store = Shelf.store()
    observe("ticker") { _ = store.ticker }
    observe("both") { _ = (store.title, store.ticker) }
    observe("title") { _ = store.title }
    store.send(.rename("Drawer"))
    #expect(Set(changes.all) == ["both", "title"])
    store.send(.ticker(.increment))
    #expect(Set(changes.all) == ["both", "title", "ticker"])
    #expect(changes.all.count == 3)
  }

  @Test("A field of a part's store is observed individually")
  func scoped() {
    let store = Shelf.store(Shelf.State(guest: Ticker.State()))
    observe("ticker") { _ = store.scope(state: \.ticker, action: \.ticker).state }
    observe("presence") { _ = store.scope(state: \.guest, action: \.guest) }
    store.send(.guest(.increment))
    #expect(changes.all == ["ticker"])
    store.send(.sendAway)
    #expect(changes.all == ["ticker", "presence"])
  }

  @Test(
    "A reader of a collection's identities is notified of their changes, not of element changes")
  func rows() {
    let store = Shelf.store(Shelf.State(rows: [Ticker.State(id: 1), Ticker.State(id: 2)]))
    observe("rows") { _ = store.scope(state: \.rows, action: \.rows).count }
    store.send(.rows(.element(id: 2, action: .increment)))
    store.send(.rename("Drawer"))
    #expect(changes.all == [])
    store.send(.remove(id: 1))
    #expect(changes.all == ["rows"])
  }

  @Test("A reader of an ignored field is not notified")
  func ignored() {
    let store = Shelf.store()
    observe("drafts") { _ = store.drafts }
    store.send(.draft)
    #expect(store.drafts == 1)
    #expect(changes.all == [])
  }

  @Test("A reader of the whole state is notified of the next action")
  func whole() {
    let store = Store(initialState: Ticker.State()) { Ticker() }
    observe("state") { _ = store.state.count }
    observe("withState") { store.withState { _ = $0.log } }
    store.send(.increment)
    store.send(.increment)
    #expect(Set(changes.all) == ["state", "withState"])
    #expect(changes.all.count == 2)
  }

  @Test("A notified reader can read the new state and send actions")
  func reentrancy() {
    let store = Shelf.store()
    withObservationTracking {
      _ = store.title
    } onChange: {
      MainActor.assumeIsolated {
        changes.append(store.title)
        store.send(.ticker(.increment))
      }
    }
    store.send(.rename("Drawer"))
    #expect(changes.all == ["Drawer"])
    #expect(store.ticker.count == 1)
  }

  @Test("states starts with the current state and omits equal states")
  func states() async {
    let store = Store(initialState: Count.State()) { Count() }
    var states = store.states.makeAsyncIterator()
    #expect(await states.next() == Count.State(count: 0))
    store.send(.add(1))
    store.send(.add(0))
    store.send(.add(2))
    #expect(await states.next() == Count.State(count: 1))
    #expect(await states.next() == Count.State(count: 3))
  }

  @Test("Each sequence of states receives all of them, until the store is deallocated")
  func severalSequences() async {
    var store: StoreOf<Count>? = Store(initialState: Count.State()) { Count() }
    let first = store?.states
    store?.send(.add(1))
    let second = store?.states
    store?.send(.add(1))
    store = nil
    var counts: [[Int]] = []
    for sequence in [first, second] {
      var values: [Int] = []
      if let sequence { for await state in sequence { values.append(state.count) } }
      counts.append(values)
    }
    #expect(counts == [[0, 1, 2], [1, 2]])
  }

  @Test("The states of a part end when the part is removed")
  func statesOfPart() async {
    let store = Shelf.store(Shelf.State(rows: [Ticker.State(id: 1)]))
    let log = store.scope(state: \.rows, action: \.rows)[0].scope(state: \.log, action: \.self)
    let logs = log.states
    store.send(.rows(.element(id: 1, action: .note("a"))))
    store.send(.rename("Drawer"))
    store.send(.remove(id: 1))
    store.send(.rename("Shelf"))
    var all: [[String]] = []
    for await log in logs { all.append(log) }
    #expect(all == [[], ["a"]])
  }
}

/// A sum of numbers.
@Reducer
private struct Count {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case add(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .add(let number) = action { state.count += number }
    return .none
  }
}
