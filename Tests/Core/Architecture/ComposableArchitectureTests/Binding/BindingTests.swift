import ComposableArchitecture
import Testing

@MainActor
@Suite("Bindings")
struct BindingTests {
  @Reducer
  struct Form {
    struct State: Equatable {
      var name = ""
      var age = 0
      var address = Address()
      var changes: [String] = []
    }

    struct Address: Equatable { var city = "" }

    enum Action: Equatable, BindableAction {
      case binding(BindingAction<State>)
      case reset
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
        .onChange(of: \.age) { old, new in
          Reduce { state, _ in
            state.changes.append("age \(old) to \(new)")
            return .none
          }
        }
      Reduce { state, action in
        switch action {
        case .binding(\.name):
          state.changes.append("name is \(state.name)")
          return .none
        case .binding:
          return .none
        case .reset:
          return .send(.set(\.name, ""))
        }
      }
    }
  }

  @Test("A binding action sets its field before the feature's own reducer runs")
  func setting() {
    let store = Store(initialState: Form.State()) { Form() }
    store.send(.binding(.set(\.name, "Blob")))
    #expect(store.state.name == "Blob")
    #expect(store.state.changes == ["name is Blob"])
    store.send(.binding(.set(\.address.city, "Oslo")))
    #expect(store.state.address.city == "Oslo")
    #expect(store.state.changes == ["name is Blob"])
  }

  @Test("onChange observes a change that a binding makes")
  func watching() {
    let store = Store(initialState: Form.State()) { Form() }
    store.send(.set(\.age, 42))
    store.send(.set(\.age, 42))
    #expect(store.state.changes == ["age 0 to 42"])
  }

  @Test("An effect can send a binding action")
  func effect() {
    let store = Store(initialState: Form.State(name: "Blob")) { Form() }
    store.send(.reset)
    #expect(store.state.name == "")
  }

  @Test("Binding actions are equal if they set the same field to equal values")
  func equality() {
    typealias Action = BindingAction<Form.State>
    #expect(Action.set(\.name, "a") == .set(\.name, "a"))
    #expect(Action.set(\.name, "a") != .set(\.name, "b"))
    #expect(Action.set(\.name, "a") != .set(\.address.city, "a"))
    #expect(Action.set(\.name, "1") != .set(\.age, 1))
  }

  @Test("A pattern with a key path matches a binding action by its field")
  func matching() {
    let action = BindingAction<Form.State>.set(\.name, "a")
    #expect(\.name ~= action)
    #expect(!(\.age ~= action))
  }

  @Test("A case key path can be extended from the binding to its field")
  func paths() {
    let action = Form.Action.binding(.set(\.name, "a"))
    let name: String? = action[case: \.binding.name]
    #expect(name == "a")
    let age: Int? = action[case: \.binding.age]
    #expect(age == nil)
    #expect(action.is(\.binding.name))
    #expect(!action.is(\.binding.age))
    #expect(!Form.Action.reset.is(\.binding.name))
    let path: CaseKeyPath<Form.Action, String> = \.binding.name
    #expect(path("a") == action)
  }

  @Test("Binding actions can be nested in a case of the feature's actions")
  func viewActions() {
    let store = Store(initialState: Wizard.State()) { Wizard() }
    store.send(.view(.binding(.set(\.name, "Blob"))))
    store.send(.view(.done))
    store.send(.other)
    #expect(store.state.name == "Blob")
  }

  @Test("A binding reducer runs without being built")
  func unbuilt() {
    var state = Form.State()
    _ = BindingReducer<Form.State, Form.Action, Form.Action>()
      .reduce(into: &state, action: .set(\.name, "Blob"))
    #expect(state.name == "Blob")
  }

  @Test("Bindable actions don't need case paths")
  func plainActions() {
    enum Action: BindableAction {
      case binding(BindingAction<Form.State>)
      case other
    }
    let store = Store(initialState: Form.State()) { BindingReducer<_, Action, Action>() }
    store.send(.set(\.name, "Blob"))
    store.send(.other)
    #expect(store.state.name == "Blob")
  }

  @Test("A binding action is dumped with its field and value")
  func dump() {
    #expect(
      String(customDumping: BindingAction<Form.State>.set(\.name, "Blob"))
        == #"""
        BindingAction.set(
          \State.name,
          "Blob"
        )
        """#)
  }

  @Reducer
  struct Wizard {
    struct State: Equatable { var name = "" }

    enum Action {
      case view(View)
      case other

      @CasePathable
      enum View: BindableAction {
        case binding(BindingAction<Wizard.State>)
        case done
      }
    }

    var body: some ReducerOf<Self> { BindingReducer(action: \.view) }
  }
}
