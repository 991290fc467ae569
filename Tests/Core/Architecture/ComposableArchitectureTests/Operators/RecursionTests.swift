import ComposableArchitecture
import Foundation
import Testing

/// A folder that contains folders.
@Reducer
private struct Folder {
  struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
    var rows: IdentifiedArrayOf<State> = []
  }

  enum Action {
    case rename(String)
    case start
    case removeRows
    indirect case rows(IdentifiedActionOf<Folder>)
  }

  var gate = Gate()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let name): state.name = name
      case .removeRows: state.rows = []
      case .start: return .run { [gate] _ in await gate.wait() }
      case .rows: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Self(gate: gate) }
  }
}

/// A screen that presents its own type through an enumeration of destinations.
@Reducer
private struct Browser {
  @ObservableState
  struct State: Equatable {
    var depth = 0
    @Presents var destination: Place.State?
    @Presents var child: State?
    var path = StackState<Way.State>()
  }

  enum Action {
    case open
    indirect case destination(PresentationAction<Place.Action>)
    indirect case child(PresentationAction<Action>)
    indirect case path(StackActionOf<Way>)
  }

  @Reducer(state: .equatable)
  enum Place {
    case browser(Browser)
  }

  @Reducer(state: .equatable)
  enum Way {
    case browser(Browser)
  }

  @Dependency(\.date.now) var now

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .open = action else { return .none }
      let depth = Int(now.timeIntervalSince1970)
      state.destination = .browser(State(depth: depth))
      state.child = State(depth: depth)
      state.path = StackState([.browser(State(depth: depth))])
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$child, action: \.child) { Browser() }
    .forEach(\.path, action: \.path)
  }
}

/// Two features that contain each other.
@Reducer
private struct Hen {
  struct State: Equatable {
    var count = 0
    @Presents var egg: Egg.State?
  }

  enum Action {
    case lay
    indirect case egg(PresentationAction<Egg.Action>)
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        if case .lay = action {
          state.count += 1
          state.egg = Egg.State()
        }
        return .none
      }
      EmptyReducer()
    }
    .ifLet(\.$egg, action: \.egg) { Egg() }
  }
}

@Reducer
private struct Egg {
  struct State: Equatable {
    @Presents var hen: Hen.State?
  }

  enum Action {
    case hatch
    indirect case hen(PresentationAction<Hen.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .hatch = action { state.hen = Hen.State() }
      return .none
    }
    .ifLet(\.$hen, action: \.hen) { Hen()._printChanges(nil) }
  }
}

@MainActor
@Suite("Recursive features", .ownStackElementIDs)
struct RecursionTests {
  private func tree() -> Folder.State {
    Folder.State(
      id: 0,
      rows: [
        Folder.State(id: 1, rows: [Folder.State(id: 1), Folder.State(id: 2)]),
        Folder.State(id: 2, rows: [Folder.State(id: 1)]),
      ])
  }

  @Test("Nested rows are reduced at every level")
  func rows() {
    let store = Store(initialState: tree()) { Folder() }
    store.send(.rows(.element(id: 1, action: .rename("a"))))
    store.send(.rows(.element(id: 1, action: .rows(.element(id: 2, action: .rename("b"))))))
    store.send(.rows(.element(id: 2, action: .rows(.element(id: 1, action: .rename("c"))))))
    #expect(store.state.rows[id: 1]?.name == "a")
    #expect(store.state.rows[id: 1]?.rows.map(\.name) == ["", "b"])
    #expect(store.state.rows[id: 2]?.rows.map(\.name) == ["c"])
  }

  @Test("The effects of nested rows end when the rows are removed")
  func effects() async {
    let gate = Gate()
    let store = Store(initialState: tree()) { Folder(gate: gate) }
    let first = store.send(
      .rows(.element(id: 1, action: .rows(.element(id: 1, action: .start)))))
    let second = store.send(
      .rows(.element(id: 2, action: .rows(.element(id: 1, action: .start)))))
    await gate.waitForArrival(2)
    store.send(.rows(.element(id: 1, action: .removeRows)))
    await first.finish()
    #expect(gate.cancellations == 1)
    gate.open()
    await second.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("A screen presents its own type in an optional, in an enumeration and on a stack")
  func screens() {
    let store = Store(initialState: Browser.State()) {
      Browser()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 7))
    }
    store.send(.open)
    store.send(.destination(.presented(.browser(.open))))
    store.send(.child(.presented(.open)))
    store.send(.child(.presented(.child(.presented(.open)))))
    let id = store.state.path.ids[0]
    store.send(.path(.element(id: id, action: .browser(.open))))
    #expect(store.state.destination?.browser?.child?.depth == 7)
    #expect(store.state.child?.child?.child?.depth == 7)
    #expect(store.state.path[id: id]?.browser?.child?.depth == 7)
  }

  @Test("Two features can contain each other")
  func pair() {
    let store = Store(initialState: Hen.State()) { Hen() }
    store.send(.lay)
    store.send(.egg(.presented(.hatch)))
    store.send(.egg(.presented(.hen(.presented(.lay)))))
    #expect(store.state.egg?.hen?.count == 1)
    store.send(.egg(.presented(.hen(.dismiss))))
    #expect(store.state.egg == Egg.State())
  }
}
