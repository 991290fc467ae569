import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Testing presented features")
struct PresentationTests {
  @Test("A feature is presented, used, and dismisses itself")
  func wholeStory() async {
    let store = TestStore(initialState: Contacts.State()) { Contacts() }
    await store.send(.addTapped) { $0.destination = .edit(Edit.State()) }
    await store.send(.destination(.presented(.edit(.rename("Blob"))))) {
      $0.destination?.modify(\.edit) { $0.name = "Blob" }
    }
    await store.send(.destination(.presented(.edit(.saveTapped))))
    await store.receive(\.destination.edit.saved, "Blob") { $0.names = ["Blob"] }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("An alert is dismissed by the action of its button")
  func alert() async {
    let store = TestStore(initialState: Contacts.State(names: ["Blob"])) { Contacts() }
    await store.send(.removeTapped) {
      $0.destination = .alert(
        AlertState {
          TextState("Remove all?")
        } actions: {
          ButtonState(role: .destructive, action: .confirm) { TextState("Remove") }
        })
    }
    await store.send(.destination(.presented(.alert(.confirm)))) {
      $0.names = []
      $0.destination = nil
    }
  }

  @Test("A dismissal ends the feature's effects, and none is left at the end")
  func longLivingEffect() async {
    let store = TestStore(initialState: Contacts.State()) { Contacts() }
    await store.send(.addTapped) { $0.destination = .edit(Edit.State()) }
    await store.send(.destination(.presented(.edit(.watch))))
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.finish()
  }

  @Test("A feature tested on its own calls the overridden dismiss dependency")
  func alone() async {
    let calls = Door()
    let store = TestStore(initialState: Edit.State()) {
      Edit()
    } withDependencies: {
      $0.dismiss = DismissEffect { calls.open() }
    }
    await store.send(.saveTapped)
    await store.receive(\.saved, "")
    await calls.wait()
  }
}

@Reducer
private struct Edit {
  struct State: Equatable {
    var name = ""
  }

  enum Action: Equatable {
    case rename(String)
    case saveTapped
    case saved(String)
    case watch
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let name):
        state.name = name
        return .none
      case .saveTapped:
        return .run { [name = state.name] send in
          await send(.saved(name))
          await dismiss()
        }
      case .saved:
        return .none
      case .watch:
        return .run { _ in try await Task.sleep(for: .seconds(3600)) }
      }
    }
  }
}

@Reducer
private struct Contacts {
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var names: [String] = []
  }

  enum Action {
    case addTapped
    case removeTapped
    case destination(PresentationAction<Destination.Action>)
  }

  @Reducer(state: .equatable, action: .equatable)
  enum Destination {
    case edit(Edit)
    case alert(AlertState<Alert>)

    enum Alert: Equatable { case confirm }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.destination = .edit(Edit.State())
      case .removeTapped:
        state.destination = .alert(
          AlertState {
            TextState("Remove all?")
          } actions: {
            ButtonState(role: .destructive, action: .confirm) { TextState("Remove") }
          })
      case .destination(.presented(.edit(.saved(let name)))):
        state.names.append(name)
      case .destination(.presented(.alert(.confirm))):
        state.names = []
      case .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
