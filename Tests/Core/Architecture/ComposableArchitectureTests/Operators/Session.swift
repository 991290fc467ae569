import ComposableArchitecture

/// A feature that is in one of two cases, for tests of enumeration states.
@Reducer
struct Session {
  @CasePathable
  enum State: Equatable {
    case guest(Ticker.State)
    case member(Ticker.State)
  }

  enum Action {
    case guest(Ticker.Action)
    case member(Ticker.Action)
    case enter(Int)
    case leave
  }

  var gate = Gate()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .guest, .member: break
      case .enter(let id): state = .member(Ticker.State(id: id))
      case .leave: state = .guest(Ticker.State())
      }
      return .none
    }
    .ifCaseLet(\.guest, action: \.guest) { Ticker(gate: gate) }
    .ifCaseLet(\.member, action: \.member) { Ticker(gate: gate) }
  }
}

/// A variant of `Session` that is composed of a list of scopes.
@Reducer
struct ScopedSession {
  typealias State = Session.State
  typealias Action = Session.Action

  var gate = Gate()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .leave = action { state = .guest(Ticker.State()) }
      return .none
    }
    Scope(state: \.guest, action: \.guest) { Ticker(gate: gate) }
    Scope(state: \.member, action: \.member) { Ticker(gate: gate) }
  }
}
