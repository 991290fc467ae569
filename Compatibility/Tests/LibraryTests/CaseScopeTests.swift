import ComposableArchitecture
import Testing

/// A feature whose state is an enumeration, composed and scoped with case key paths only.
@Reducer
private struct Session {
  @CasePathable
  enum State: Equatable {
    case guest(Tally.State)
    case member(Tally.State)
  }

  enum Action {
    case guest(Tally.Action)
    case member(Tally.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.guest, action: \.guest) {
      Tally()
    }
    Scope(\.member, action: \.member) {
      Tally()
    }
  }
}

/// A feature whose state also has a member for each case.
@Reducer
private struct DynamicSession {
  @CasePathable
  @dynamicMemberLookup
  enum State: Equatable {
    case guest(Tally.State)
  }

  enum Action {
    case guest(Tally.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.guest, action: \.guest) {
      Tally()
    }
  }
}

@MainActor
struct CaseScopeTests {
  @Test("A reducer is embedded in a case with unlabeled case key paths")
  func reducers() async {
    let store = TestStore(initialState: Session.State.member(Tally.State())) { Session() }
    await store.send(\.member.increment) { $0.modify(\.member) { $0.count = 1 } }
  }

  @Test("A store is scoped to a case with unlabeled case key paths")
  func stores() {
    let store = Store(initialState: Session.State.member(Tally.State())) { Session() }
    #expect(store.scope(\.guest, action: \.guest) == nil)
    store.scope(\.member, action: \.member)?.send(.increment)
    #expect(store.state == .member(Tally.State(count: 1)))
  }

  @Test("A case that is also a dynamic member is scoped without ambiguity")
  func members() {
    let store = Store(initialState: DynamicSession.State.guest(Tally.State())) { DynamicSession() }
    store.scope(\.guest, action: \.guest)?.send(.increment)
    #expect(store.state == .guest(Tally.State(count: 1)))
  }
}
