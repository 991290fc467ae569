import ComposableArchitecture
import Testing

/// A destination with two features, one of which has an identity.
@Reducer(state: .equatable)
private enum Place {
  case ticker(Ticker)
  case other(Ticker = Ticker())
}

@Reducer
private struct Parent {
  struct State: Equatable {
    var plain: Ticker.State?
    var session: Session.State?
    @Presents var place: Place.State?
  }

  enum Action {
    case plain(Ticker.Action)
    case session(Session.Action)
    case place(PresentationAction<Place.Action>)
    case showPlain(Int)
    case showSession(Session.State)
    case showPlace(Int)
  }

  var gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .showPlain(let id): state.plain = Ticker.State(id: id)
      case .showSession(let session): state.session = session
      case .showPlace(let id): state.place = .ticker(Ticker.State(id: id))
      case .plain, .session, .place: break
      }
      return .none
    }
    .ifLet(\.plain, action: \.plain) { Ticker(gate: gate) }
    .ifLet(\.session, action: \.session) {
      Scope(state: \.member, action: \.member) { Ticker(gate: gate) }
    }
    .ifLet(\.$place, action: \.place) {
      Scope(state: \.ticker, action: \.ticker) { Ticker(gate: gate) }
      Scope(state: \.other, action: \.other) { Ticker(gate: gate) }
    }
  }
}

@MainActor
@Suite("Replaced children")
struct ReplacedChildTests {
  private let gate = Gate()

  private func check(start: Parent.Action, same: Parent.Action, other: Parent.Action) async {
    let store = Store(initialState: Parent.State()) { Parent(gate: gate) }
    store.send(same)
    let task = store.send(start)
    await gate.waitForArrival()
    store.send(same)
    #expect(gate.cancellations == 0)
    store.send(other)
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("Effects end when the optional state receives a different identity")
  func plain() async {
    await check(start: .plain(.start), same: .showPlain(1), other: .showPlain(2))
  }

  @Test("Effects end when the value in an optional state's case receives a different identity")
  func caseOfOptional() async {
    await check(
      start: .session(.member(.start)), same: .showSession(.member(Ticker.State(id: 1))),
      other: .showSession(.member(Ticker.State(id: 2))))
  }

  @Test("Effects end when the value of a destination receives a different identity")
  func destination() async {
    await check(
      start: .place(.presented(.ticker(.start))), same: .showPlace(1), other: .showPlace(2))
  }

  @Test("A child that changes its own identity keeps its effects, and can cancel them")
  func ownChange() async {
    let store = Store(initialState: Parent.State(plain: Ticker.State(id: 1))) {
      Reduce<Parent.State, Parent.Action> { _, _ in .none }
        .ifLet(\.plain, action: \.plain) {
          Ticker(gate: gate)
          Reduce { state, action in
            if case .increment = action { state.id += 1 }
            return .none
          }
        }
    }
    let task = store.send(.plain(.start))
    await gate.waitForArrival()
    store.send(.plain(.increment))
    #expect(store.state.plain?.id == 2)
    store.send(.plain(.note("still here")))
    #expect(gate.cancellations == 0)
    store.send(.plain(.stop))
    await task.finish()
    #expect(gate.cancellations == 1)
  }
}
