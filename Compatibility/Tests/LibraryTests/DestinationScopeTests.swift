import ComposableArchitecture
import Testing

/// A list that presents one of several screens.
@Reducer
struct Library {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case addTapped
    case helpTapped
    case removeTapped
  }

  @Reducer
  enum Destination {
    case add(BookForm)
    case alert(AlertState<Alert>)
    @ReducerCaseIgnored case help(topic: String)

    enum Alert { case confirm }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.destination = .add(BookForm.State())
        return .none
      case .helpTapped:
        state.destination = .help(topic: "Shelves")
        return .none
      case .removeTapped:
        state.destination = .alert(AlertState { TextState("Remove?") })
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Library.Destination.State: Equatable {}

@Reducer
struct BookForm {
  @ObservableState
  struct State: Equatable { var title = "" }

  enum Action: BindableAction { case binding(BindingAction<State>) }

  var body: some ReducerOf<Self> { BindingReducer() }
}

@MainActor
struct DestinationScopeTests {
  @Test("A scope over an enumeration has a store for each case")
  func cases() {
    let store = Store(initialState: Library.State()) { Library() }
    #expect(store.scope(state: \.$destination, action: \.destination).add == nil)
    store.send(.addTapped)
    #expect(store.scope(state: \.$destination, action: \.destination).add != nil)
    let add = store.scope(state: \.destination, action: \.destination).add
    add?.send(.binding(.set(\.title, "Emma")))
    #expect(store.destination?.add?.title == "Emma")
    #expect(add === store.scope(state: \.destination, action: \.destination).add)
    #expect(store.scope(state: \.destination, action: \.destination).alert == nil)
    store.send(.removeTapped)
    #expect(
      store.scope(state: \.destination, action: \.destination).alert?.title
        == TextState("Remove?"))
    store.send(.helpTapped)
    #expect(store.scope(state: \.destination, action: \.destination).help == "Shelves")
  }

  @Test("A scope over an enumeration accepts unlabeled key paths")
  func keyPathsAlone() {
    let store = Store(initialState: Library.State()) { Library() }
    #expect(store.scope(\.destination, action: \.destination).add == nil)
    store.send(.addTapped)
    let add = store.scope(\.destination, action: \.destination).add
    #expect(add != nil)
    #expect(add === store.scope(state: \.destination, action: \.destination).add)
    #expect(store.scope(\.$destination, action: \.destination).add != nil)
    add?.send(.binding(.set(\.title, "Emma")))
    #expect(store.destination?.add?.title == "Emma")
    #expect(store.scope(\.destination, action: \.destination).alert == nil)
  }

  @Test("The case of a scoped store can be switched over")
  func switching() throws {
    let store = Store(initialState: Library.State(destination: .add(BookForm.State(title: "A")))) {
      Library()
    }
    let destination = try #require(
      store.scope(state: \.destination, action: \.destination.presented))
    switch destination.case {
    case .add(let form): #expect(form.title == "A")
    case .alert, .help: Issue.record("The form is presented.")
    }
    #expect(destination.case.is(\.add))
  }
}
