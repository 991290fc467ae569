import ComposableArchitecture
import Testing

/// The destinations of the parent that is declared below.
@Reducer(state: .equatable, .sendable, action: .equatable)
enum Destination {
  case screen(Screen)
  case other(Screen = Screen(gate: Shared.gate))
  case alert(AlertState<AlertAction>)
  @ReducerCaseEphemeral case dialog(ConfirmationDialogState<AlertAction>)
  @ReducerCaseIgnored case help(topic: String, page: Int)
  case nothing
  case nested(Modal.Body = Modal.body)

  enum AlertAction: Equatable, Sendable { case confirm, askAgain }
}

/// The features that a `Destination` can contain.
@Reducer(state: .equatable, .sendable, action: .equatable)
enum Modal {
  case screen(Screen)
  case row(Row)
}

/// A feature whose state has an identity.
@Reducer
struct Row {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var screen = Screen.State()
  }
  enum Action: Equatable { case screen(Screen.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.screen, action: \.screen) { Screen(gate: Shared.gate) }
  }
}

/// The gate of features that can't receive a gate as an argument.
private enum Shared {
  @TaskLocal static var gate = Gate()
}

@MainActor
@Suite("Enumerations of reducers")
struct NavigationCaseReducerTests {
  @Reducer
  struct Parent {
    struct State: Equatable {
      @Presents var destination: Destination.State?
      var path = StackState<Modal.State>()
      var plain: Modal.State?
      var rows: IdentifiedArray<Int, Modal.State> = IdentifiedArray(id: \.place)
    }
    enum Action {
      case destination(PresentationAction<Destination.Action>)
      case path(StackActionOf<Modal>)
      case plain(Modal.Action)
      case rows(IdentifiedAction<Int, Modal.Action>)
      case show(Destination.State?)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .show(let destination):
          state.destination = destination
          return .none
        case .destination(.presented(.alert(.askAgain))):
          state.destination = .alert(AlertState { TextState("Really?") })
          return .none
        case .destination(.presented(.dialog(.askAgain))):
          state.destination = .screen(Screen.State())
          return .none
        case .destination, .path, .plain, .rows:
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path)
      .ifLet(\.plain, action: \.plain)
      .forEach(\.rows, action: \.rows)
    }
  }

  private func store(_ state: Parent.State = Parent.State()) -> StoreOf<Parent> {
    Store(initialState: state) { Parent() }
  }

  @Test("The reducer of the current case runs")
  func cases() {
    let store = store(Parent.State(destination: .other(Screen.State())))
    store.send(.destination(.presented(.other(.increment))))
    #expect(store.state.destination == .other(Screen.State(count: 1)))
    #expect(store.state.destination?.other?.count == 1)
    #expect(store.state.destination?.screen == nil)
  }

  @Test("An action for a different case is reported, and has no effect")
  func otherCase() async {
    let store = store(Parent.State(destination: .other(Screen.State())))
    let messages = await issues { store.send(.destination(.presented(.screen(.increment)))) }
    #expect(store.state.destination == .other(Screen.State()))
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains(
        """
        received a child action when child state was set to a different case.

          Action:
            Destination.Action.screen(.increment)
          State:
            Destination.State.other(
              Screen.State(
        """) == true)
  }

  @Test("Enumerations can be nested")
  func nesting() {
    let store = store(Parent.State(destination: .nested(.screen(Screen.State()))))
    store.send(.destination(.presented(.nested(.screen(.increment)))))
    #expect(store.state.destination?.nested?.screen?.count == 1)
  }

  @Test("Enumerations work on stacks, in optionals and in collections without closures")
  func operators() {
    var state = Parent.State()
    state.path.append(.screen(Screen.State()))
    state.plain = .screen(Screen.State())
    state.rows.append(.screen(Screen.State()))
    let store = store(state)
    store.send(.path(.element(id: 0, action: .screen(.increment))))
    store.send(.plain(.screen(.increment)))
    store.send(.rows(.element(id: 0, action: .screen(.increment))))
    #expect(store.state.path[id: 0]?.screen?.count == 1)
    #expect(store.state.path[id: 0, case: \.screen]?.count == 1)
    #expect(store.state.plain?.screen?.count == 1)
    #expect(store.state.rows[id: 0]?.screen?.count == 1)
  }

  @Test("The effects of a case are canceled when a different case replaces it")
  func otherCaseCancels() async {
    let gate = Gate()
    await Shared.$gate.withValue(gate) {
      let store = store(Parent.State(destination: .other(Screen.State())))
      let task = store.send(.destination(.presented(.other(.start))))
      await gate.waitForArrival()
      store.send(.show(.other(Screen.State(count: 1))))
      #expect(gate.cancellations == 0)
      store.send(.show(.screen(Screen.State())))
      await task.finish()
      #expect(gate.cancellations == 1)
    }
  }

  @Test("The effects of a case are canceled when its value receives a different identity")
  func otherIdentityCancels() async {
    let gate = Gate()
    await Shared.$gate.withValue(gate) {
      @MainActor func store() -> StoreOf<Inner> {
        Store(initialState: Inner.State(row: .row(Row.State(id: 1)))) { Inner() }
      }
      let store = store()
      let task = store.send(.row(.presented(.row(.screen(.start)))))
      await gate.waitForArrival()
      store.send(.show(1))
      #expect(gate.cancellations == 0)
      store.send(.show(2))
      await task.finish()
      #expect(gate.cancellations == 1)
    }
  }

  @Reducer
  struct Inner {
    struct State: Equatable {
      @Presents var row: Modal.State?
    }
    enum Action {
      case row(PresentationAction<Modal.Action>)
      case show(Int)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show(let id) = action { state.row = .row(Row.State(id: id)) }
        return .none
      }
      .ifLet(\.$row, action: \.row)
    }
  }

  @Test("A feature in a case can dismiss the case")
  func dismissal() async {
    let store = store(Parent.State(destination: .nested(.screen(Screen.State()))))
    await store.send(.destination(.presented(.nested(.screen(.close))))).finish()
    #expect(store.state.destination == nil)
  }

  @Test("An alert or a dialog in a case is dismissed by its first action")
  func ephemeral() {
    let store = store()
    store.send(.show(.alert(AlertState { TextState("Sure?") })))
    store.send(.destination(.presented(.alert(.confirm))))
    #expect(store.state.destination == nil)
    store.send(.show(.dialog(ConfirmationDialogState { TextState("Which?") })))
    store.send(.destination(.presented(.dialog(.confirm))))
    #expect(store.state.destination == nil)
  }

  @Test("A feature stays presented if the parent presents it while handling an alert's action")
  func ephemeralReplaced() {
    let store = store()
    store.send(.show(.alert(AlertState { TextState("Sure?") })))
    store.send(.destination(.presented(.alert(.askAgain))))
    #expect(store.state.destination == .alert(AlertState { TextState("Really?") }))
    store.send(.show(.dialog(ConfirmationDialogState { TextState("Which?") })))
    store.send(.destination(.presented(.dialog(.askAgain))))
    #expect(store.state.destination == .screen(Screen.State()))
  }

  @Test("A case that is ignored or holds nothing is part of the state, and has no actions")
  func ignored() {
    let store = store()
    store.send(.show(.help(topic: "Stacks", page: 3)))
    #expect(store.state.destination?.help?.topic == "Stacks")
    store.send(.show(.nothing))
    #expect(store.state.destination == .nothing)
    store.send(.destination(.dismiss))
    #expect(store.state.destination == nil)
    #expect(Array(Destination.Action.allCasePaths).count == 5)
  }

  @Test("A feature without declarations has empty state, no actions and no behavior")
  func emptyFeature() {
    let store = Store(initialState: Silent.State()) { Silent() }
    #expect(store.state == Silent.State())
    #expect(Array(Silent.Action.allCasePaths).isEmpty)
  }

  @Reducer
  struct Silent {}
}

extension Modal.State {
  fileprivate var place: Int { 0 }
}
