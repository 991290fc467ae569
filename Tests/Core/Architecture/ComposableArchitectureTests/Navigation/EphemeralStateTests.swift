import ComposableArchitecture
import Testing

@Reducer(state: .equatable)
private enum Notice {
  case alert(AlertState<Answer>)
  case ticker(Ticker)

  enum Answer { case yes }
}

@Reducer
private struct Asking {
  @ObservableState
  struct State: Equatable {
    @Presents var early: Ticker.State?
    var count: Int
    var alert: AlertState<Notice.Answer>?
    var notice: Notice.State?
    var answers = 0

    init(count: Int = 0) {
      early = Ticker.State(id: count)
      self.count = count
    }
  }

  enum Action {
    case alert(Notice.Answer)
    case notice(Notice.Action)
    case ask
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask:
        state.alert = AlertState { TextState("Sure?") }
        state.notice = .alert(AlertState { TextState("Sure?") })
      case .alert, .notice(.alert): state.answers += 1
      case .notice: break
      }
      return .none
    }
    .ifLet(\.alert, action: \.alert)
    .ifLet(\.notice, action: \.notice)
  }
}

@MainActor
@Suite("State that is dismissed by its first action")
struct EphemeralStateTests {
  @Test("An alert's action clears it, directly or in a case, and the parent handles the action")
  func optional() {
    let store = Store(initialState: Asking.State()) { Asking() }
    store.send(.ask)
    #expect(store.state.alert != nil)
    store.send(.alert(.yes))
    #expect(store.state.alert == nil)
    #expect(store.state.notice != nil)
    store.send(.notice(.alert(.yes)))
    #expect(store.state.notice == nil)
    #expect(store.state.answers == 2)
  }

  @Test("Presented state can be assigned before other properties in an initializer")
  func initializer() {
    let state = Asking.State(count: 3)
    #expect(state.early == Ticker.State(id: 3))
  }
}
