import ComposableArchitecture
import Testing

@Reducer
struct Registration {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var isSending = false
    var greeting: String?
  }

  enum Action: ViewAction {
    case response(String)
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
      case sendTapped
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .response(let greeting):
        state.isSending = false
        state.greeting = greeting
        return .none
      case .view(.sendTapped):
        state.isSending = true
        return .run { [name = state.name] send in
          await send(.response("Hello, \(name)!"), animation: .easeInOut)
        }
        .animation()
      case .view(.binding):
        return .none
      }
    }
  }
}

@ViewAction(for: Registration.self)
@MainActor
struct RegistrationView {
  let store: StoreOf<Registration>

  func tap() async {
    await send(.sendTapped, animation: .default).finish()
  }
}

@MainActor
struct ViewActionTests {
  @Test("A view sends the actions of its case")
  func view() async {
    let view = RegistrationView(
      store: Store(initialState: Registration.State(name: "Blob")) { Registration() })
    await view.tap()
    #expect(view.store.greeting == "Hello, Blob!")
    view.send(.binding(.set(\.name, "Bob")))
    #expect(view.store.name == "Bob")
  }

  @Test("A test sends view actions by case key path")
  func test() async {
    let store = TestStore(initialState: .init(name: "Blob")) { Registration() }
    await store.send(\.view.binding.name, "Bob") { $0.name = "Bob" }
    await store.send(\.view.sendTapped) { $0.isSending = true }
    await store.receive(\.response, "Hello, Bob!") {
      $0.isSending = false
      $0.greeting = "Hello, Bob!"
    }
  }
}
