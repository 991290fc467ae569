import ComposableArchitecture
import Testing

@MainActor
@Suite("Stores of parts of a state")
struct ScopingTests {
  @Test("A store of a part shows the part and sends its actions")
  func part() {
    let store = Shelf.store()
    let ticker = store.scope(state: \.ticker, action: \.ticker)
    ticker.send(.increment)
    #expect(ticker.state.count == 1)
    #expect(store.state.ticker.count == 1)
    store.send(.ticker(.increment))
    #expect(ticker.state.count == 2)
  }

  @Test("Scoping to the same part again returns the same store")
  func identity() {
    let store = Shelf.store()
    let ticker = store.scope(state: \.ticker, action: \.ticker)
    store.send(.ticker(.increment))
    #expect(store.scope(state: \.ticker, action: \.ticker) === ticker)
    store.send(.invite(id: 1))
    let guest = store.scope(state: \.guest, action: \.guest)
    store.send(.guest(.increment))
    #expect(guest != nil)
    #expect(store.scope(state: \.guest, action: \.guest) === guest)
  }

  @Test("The task from a part's store finishes with the effects that the action started")
  func task() async {
    let gate = Gate()
    let store = Shelf.store(gate: gate)
    let ticker = store.scope(state: \.ticker, action: \.ticker)
    let task = ticker.send(.start)
    await gate.waitForArrival()
    #expect(ticker.effectCount == 1)
    gate.open()
    await task.finish()
    #expect(ticker.state.log == ["opened"])
  }

  @Test("scope returns a store for an existing part, and nil for an absent part")
  func optional() {
    let store = Shelf.store()
    #expect(store.scope(state: \.guest, action: \.guest) == nil)
    store.send(.invite(id: 7))
    let guest = store.scope(state: \.guest, action: \.guest)
    guest?.send(.increment)
    #expect(store.state.guest == Ticker.State(id: 7, count: 1))
  }

  @Test("The store of a removed part keeps the last seen state, and ignores actions")
  func gone() async {
    let issues = await issues {
      let store = Shelf.store(Shelf.State(guest: Ticker.State(id: 7, count: 3)))
      let guest = store.scope(state: \.guest, action: \.guest)
      #expect(guest?.state.count == 3)
      store.send(.sendAway)
      #expect(guest?.state.count == 3)
      guest?.send(.increment)
      #expect(guest?.state.count == 3)
      #expect(store.state.guest == nil)
      #expect(store.scope(state: \.guest, action: \.guest) == nil)
    }
    #expect(issues == [])
  }

  @Test("Replacing a part with a part of a different identity creates a new store")
  func replaced() {
    let store = Shelf.store(Shelf.State(guest: Ticker.State(id: 1)))
    let first = store.scope(state: \.guest, action: \.guest)
    #expect(first?.state.id == 1)
    store.send(.invite(id: 2))
    let second = store.scope(state: \.guest, action: \.guest)
    #expect(second !== first)
    first?.send(.increment)
    #expect(store.state.guest == Ticker.State(id: 2))
    #expect(first?.state.id == 1)
  }

  @Test("A presented feature has a store in its case while it is presented")
  func presented() {
    let store = Shelf.store()
    store.send(.present(id: 1))
    #expect(store.scope(state: \.destination?.plate, action: \.destination.plate) == nil)
    let first = store.scope(state: \.destination?.cup, action: \.destination.cup)
    first?.send(.increment)
    #expect(store.state.destination == .cup(Ticker.State(id: 1, count: 1)))
    let destination = store.scope(
      state: \.destination, action: \.destination.presented)
    #expect(destination?.state == .cup(Ticker.State(id: 1, count: 1)))
    store.send(.destination(.dismiss))
    #expect(store.scope(state: \.destination?.cup, action: \.destination.cup) == nil)
  }

  @Test("The elements of a collection keep their stores when they move")
  func rows() {
    let store = Shelf.store()
    for id in 1...3 { store.send(.add(id: id)) }
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.map(\.state.id) == [1, 2, 3])
    let third = rows[2]
    third.send(.increment)
    #expect(store.state.rows[id: 3]?.count == 1)
    store.send(.remove(id: 1))
    let remaining = store.scope(state: \.rows, action: \.rows)
    #expect(remaining.count == 2)
    #expect(remaining[1] === third)
    #expect(rows[0].state.id == 1)
    rows[0].send(.increment)
    #expect(store.state.rows.ids == [2, 3])
  }

  @Test("A store of a part can be scoped to a part of the part")
  func composed() {
    let store = Shelf.store(Shelf.State(rows: [Ticker.State(id: 5)]))
    let row = store.scope(state: \.rows, action: \.rows)[0]
    let log = row.scope(state: \.log, action: \.self)
    row.send(.note("a"))
    #expect(log.state == ["a"])
    log.send(.note("b"))
    #expect(store.state.rows[id: 5]?.log == ["a", "b"])
    store.send(.remove(id: 5))
    log.send(.note("c"))
    #expect(log.state == ["a", "b"])
  }

  @Test("Stores are compared by identity, not by state")
  func equality() {
    let (one, other) = (Shelf.store(), Shelf.store())
    #expect(one == one)
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
  }

  @available(*, deprecated, message: "Scopes with functions, which is deprecated.")
  @Test("Scoping an uncached store to an optional part or a collection is reported at the call")
  func uncached() async {
    let store = Shelf.store()
    let uncached = store.scope(state: { $0 }, action: { $0 })
    var line: UInt = 0
    let reports = await reportedIssues {
      line = #line + 1
      _ = uncached.scope(state: \.guest, action: \.guest)
      _ = uncached.scope(state: \.rows, action: \.rows)
      _ = uncached.scope(\.guest, action: \.guest)
      _ = uncached.scope(\.rows, action: \.rows)
      _ = uncached.scope(state: \.$destination, action: \.destination)
      _ = uncached.scope(\.destination, action: \.destination)
      _ = uncached.scope(state: \.self, action: \.self).scope(state: \.rows, action: \.rows)
      _ = uncached.scope(state: \.ticker, action: \.ticker)
      _ = store.scope(state: \.guest, action: \.guest)
      _ = store.scope(state: \.ticker, action: \.ticker)
    }
    #expect(reports.map { $0.location?.line } == (0..<7).map { line + $0 })
    #expect(reports.allSatisfy { "\($0.location?.fileID ?? "")" == #fileID })
    #expect(
      reports.first?.message == """
        A store of 'Shelf.State' that is not cached was scoped to an optional state or a collection.

        A store that "scope" creates with functions is a new one each time, and so are the stores \
        created from it. Their identity and what observes them are lost. Use key paths for every \
        scope: "scope(state: \\.child, action: \\.child)".
        """)
  }
}
