import ComposableArchitecture
import Testing

@MainActor
@Suite("Unhandled binding actions")
struct UnhandledBindingTests {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var child: Ticker.State? = Ticker.State()
    var rows: IdentifiedArrayOf<Ticker.State> = [Ticker.State()]
    var inner = Inner()
  }

  @ObservableState
  struct Inner: Equatable {
    var child: Ticker.State? = Ticker.State()
    var rows: IdentifiedArrayOf<Ticker.State> = [Ticker.State()]
  }

  @CasePathable
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case child(Ticker.Action)
    case rows(IdentifiedActionOf<Ticker>)
    case inner(InnerAction)
  }

  @CasePathable
  enum InnerAction {
    case child(Ticker.Action)
    case rows(IdentifiedActionOf<Ticker>)
  }

  @Test("A binding action is reported if no BindingReducer handles it")
  func unhandledBinding() async {
    let store = Store<State, Action>(initialState: State()) { EmptyReducer() }
    let messages = await issues { store.name = "Blob" }
    #expect(store.name == "")
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasPrefix("A binding action was sent, and no \"BindingReducer\" handled it")
        == true)
    #expect(messages.first?.contains("\n    UnhandledBindingTests.Action\n") == true)
    #expect(messages.first?.contains("\n    \\UnhandledBindingTests.State.name\n") == true)
  }

  @Test("A handled binding action and an action sent by code are not reported")
  func handledBinding() async {
    let handling = Store<State, Action>(initialState: State()) { BindingReducer() }
    let ignoring = Store<State, Action>(initialState: State()) { EmptyReducer() }
    let messages = await issues {
      handling.name = "Blob"
      ignoring.send(.set(\.name, "Blob"))
    }
    #expect(handling.name == "Blob")
    #expect(messages.isEmpty)
  }

  struct EarlierState: Equatable {
    static let declaration: UInt = #line + 1
    @BindingState var name = ""
    @BindingState var address = Address()
  }

  struct Address: Equatable {
    var city = ""
  }

  @CasePathable
  enum EarlierAction: BindableAction {
    case binding(BindingAction<EarlierState>)
  }

  @available(*, deprecated)
  @Test("An unhandled binding action is attributed to the declaration of a '@BindingState' field")
  func locationOfUnhandledBinding() async {
    let reducer = Reduce<EarlierState, EarlierAction> { state, action in
      // A field that is set again keeps its location.
      BindingAction.set(\.$name, "Blob").apply(to: &state)
      BindingAction.set(\.$address.city, "Brooklyn").apply(to: &state)
      return .none
    }
    let viewStore = ViewStore(
      Store(initialState: EarlierState()) { reducer }, observe: { $0 })
    let reported = await reportedIssues {
      viewStore.$name.wrappedValue = "Blob, Jr."
      viewStore.$name.wrappedValue = "Blob, Sr."
      viewStore[dynamicMember: \.$address.city].wrappedValue = "Queens"
    }
    let line = EarlierState.declaration
    #expect(reported.map { $0.location?.line } == [line, line, line + 1])
    #expect(reported.allSatisfy { $0.location?.fileID.description == #fileID })
  }
}
