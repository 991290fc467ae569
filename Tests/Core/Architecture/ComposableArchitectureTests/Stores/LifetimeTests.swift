import ComposableArchitecture
import Observation
import Testing

@MainActor
@Suite("Lifetime of a store")
struct LifetimeTests {
  @Test("Deallocating a store cancels its effects and releases the values they hold")
  func effects() async {
    let gate = Gate()
    weak var weakStore: StoreOf<Ticker>?
    weak var captured: Token?
    do {
      let token = Token()
      captured = token
      let store = Store(initialState: Ticker.State()) {
        Reduce<Ticker.State, Ticker.Action> { _, _ in
          .run { [token] _ in
            await gate.wait()
            _ = token
          }
        }
      }
      weakStore = store
      store.send(.start)
      await gate.waitForArrival()
    }
    #expect(weakStore == nil)
    while gate.cancellations == 0 { await Task { @MainActor in }.value }
    await Task { @MainActor in }.value
    #expect(captured == nil)
  }

  @Test("Stores of parts retain their parent store, and all are deallocated together")
  func parts() {
    weak var root: StoreOf<Shelf>?
    weak var part: StoreOf<Ticker>?
    weak var row: StoreOf<Ticker>?
    var held: StoreOf<Ticker>?
    do {
      let store = Shelf.store(Shelf.State(guest: Ticker.State(), rows: [Ticker.State(id: 1)]))
      root = store
      held = store.scope(state: \.ticker, action: \.ticker)
      part = store.scope(state: \.guest, action: \.guest)
      row = store.scope(state: \.rows, action: \.rows)[0]
      #expect(part != nil && row != nil)
    }
    #expect(root == nil)
    #expect(part == nil)
    #expect(row == nil)
    held?.send(.increment)
    #expect(held?.state.count == 1)
  }

  @Test("Stores of removed rows are released")
  func rows() {
    let store = Shelf.store()
    weak var first: StoreOf<Ticker>?
    for id in 1...20 {
      store.send(.add(id: id))
      let row = store.scope(state: \.rows, action: \.rows)[0]
      #expect(row.state.id == id)
      if id == 1 { first = row }
      store.send(.remove(id: id))
    }
    #expect(first == nil)
  }

  @Test("Neither observation nor a sequence of states retains a store")
  func observers() async {
    weak var weakStore: StoreOf<Shelf>?
    weak var weakObserver: StepList<Shelf.State, Shelf.Action>?
    let changes = Texts()
    var waiting: Task<Int, Never>?
    do {
      let observer = StepList<Shelf.State, Shelf.Action>()
      weakObserver = observer
      let store = Store(
        initialState: Shelf.State(), reducer: { Shelf() }, observer: observer)
      weakStore = store
      withObservationTracking {
        _ = store.title
      } onChange: {
        changes.append("title")
      }
      let logs = store.scope(state: \.ticker.log, action: \.ticker).states
      waiting = Task {
        var count = 0
        for await _ in logs { count += 1 }
        return count
      }
      store.send(.ticker(.note("a")))
    }
    #expect(await waiting?.value == 2)
    #expect(weakStore == nil)
    #expect(weakObserver == nil)
    #expect(changes.all == [])
  }
}

private final class Token: Sendable {}
