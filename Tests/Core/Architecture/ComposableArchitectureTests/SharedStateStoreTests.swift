import ComposableArchitecture
import Observation
import Synchronization
import Testing

@Suite("Shared state in a store")
@MainActor
struct SharedStateStoreTests {
  @Test("A store notifies of changes to a shared value, made by an action or directly")
  func observation() {
    let store = Store(initialState: Tally.State()) { Tally() }
    let changes = Atomic(0)
    let observe: @MainActor () -> Void = {
      withObservationTracking {
        _ = store.count
      } onChange: {
        changes.add(1, ordering: .relaxed)
      }
    }
    observe()
    store.send(.rename)
    #expect(changes.load(ordering: .relaxed) == 0)
    store.send(.increment)
    #expect(changes.load(ordering: .relaxed) == 1)
    observe()
    store.state.$count.withLock { $0 = 9 }
    #expect(changes.load(ordering: .relaxed) == 2)
    #expect(store.count == 9)
  }

  @Test("A child that receives a part of shared state changes it for its parent")
  func child() {
    let store = Store(initialState: Tally.State()) { Tally() }
    store.send(.openChild)
    store.send(.child)
    #expect(store.count == 100)
  }

  @Test("An ignored field of shared state is readable but not observed")
  func ignored() {
    let store = Store(initialState: Tally.State()) { Tally() }
    #expect(Tally.State._$ignoredFields == [\.quiet])
    #expect(store.quiet == 0)
  }
}

@Reducer
struct Tally {
  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("tally")) var count = 0
    @ObservationStateIgnored @Shared(.inMemory("quiet")) var quiet = 0
    var name = ""
    var child: Child?
  }

  struct Child: Equatable {
    @Shared var count: Int
  }

  enum Action {
    case increment, rename, openChild, child
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.$count.withLock { $0 += 1 }
      case .rename: state.name += "a"
      case .openChild: state.child = Child(count: state.$count)
      case .child: state.child?.$count.withLock { $0 = 100 }
      }
      return .none
    }
  }
}
