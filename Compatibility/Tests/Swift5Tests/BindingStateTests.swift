import ComposableArchitecture
import XCTest

/// A form as written before observable state.
struct Form: Reducer {
  struct State: Equatable {
    @BindingState var name = ""
    @BindingState var isOn = false
    @BindingState var address = Address()
    var changes = 0
  }

  struct Address: Equatable {
    var city = ""
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case clear
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.$name):
        state.changes += 1
        return .none
      case .binding(\.$address.city):
        state.changes += 10
        return .none
      case .binding:
        return .none
      case .clear:
        state.name = ""
        return .none
      }
    }
  }
}

@MainActor
final class BindingStateTests: XCTestCase {
  func testFieldsAreSetThroughBindings() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.binding(.set(\.$name, "Blob"))) {
      $0.name = "Blob"
      $0.changes = 1
    }
    await store.send(.set(\.$isOn, true)) { $0.isOn = true }
    await store.send(.clear) { $0.name = "" }
    await store.send(.set(\.$address.city, "Brooklyn")) {
      $0.address.city = "Brooklyn"
      $0.changes = 11
    }
  }
}
