import ComposableArchitecture
import Testing

@MainActor
@Suite("onChange")
struct OnChangeTests {
  @Reducer
  struct Watched {
    struct State: Equatable {
      var ticker = Ticker.State()
      var changes: [String] = []
    }

    enum Action {
      case ticker(Ticker.Action)
      case changed(Int)
      case nothing
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.ticker, action: \.ticker) { Ticker() }
        .onChange(of: \.ticker.count) { old, new in
          Reduce { state, _ in
            state.changes.append("\(old) to \(new)")
            return .send(.changed(new))
          }
        }
      Reduce { state, action in
        if case .changed(let count) = action { state.changes.append("received \(count)") }
        return .none
      }
    }
  }

  @Test("The reducer runs with the old and the new value only when the value changes")
  func change() {
    let store = Store(initialState: Watched.State()) { Watched() }
    store.send(.nothing)
    store.send(.ticker(.note("x")))
    #expect(store.state.changes == [])
    store.send(.ticker(.increment))
    #expect(store.state.changes == ["0 to 1", "received 1"])
    store.send(.ticker(.increment))
    #expect(store.state.changes.suffix(2) == ["1 to 2", "received 2"])
  }

  @Test("The effects of the reducer and then of the change are merged in this order")
  func effects() {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return action == "go" ? .send("first") : .none
      }
      .onChange(of: \.count) { _, new in
        Reduce { _, _ in new == 1 ? .send("second") : .none }
      }
    }
    store.send("go")
    #expect(store.state == ["go", "first", "second"])
  }

  @Test("removeDuplicates determines which values count as changes")
  func removeDuplicates() {
    let store = Store(initialState: (count: 0, tens: [Int]())) {
      Reduce<(count: Int, tens: [Int]), Int> { state, action in
        state.count += action
        return .none
      }
      .onChange(of: { $0.count }, removeDuplicates: { $0 / 10 == $1 / 10 }) { old, new in
        Reduce { state, _ in
          state.tens += [old, new]
          return .none
        }
      }
    }
    store.send(4)
    store.send(5)
    #expect(store.state.tens == [])
    store.send(3)
    #expect(store.state.tens == [9, 12])
  }
}
