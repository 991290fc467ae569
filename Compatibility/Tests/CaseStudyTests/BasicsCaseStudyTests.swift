import ComposableArchitecture
import Foundation
import Testing

// MARK: One counter, two counters, an optional counter

@Reducer(.recordable)
struct CounterDemo {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case decrementButtonTapped
    case incrementButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        return .none
      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer(.recordable)
struct TwoCounters {
  @ObservableState
  struct State: Equatable {
    var counter1 = CounterDemo.State()
    var counter2 = CounterDemo.State()
    var optional: CounterDemo.State?
  }

  enum Action {
    case counter1(CounterDemo.Action)
    case counter2(CounterDemo.Action)
    case optional(CounterDemo.Action)
    case toggleButtonTapped
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.counter1, action: \.counter1) { CounterDemo() }
    Scope(state: \.counter2, action: \.counter2) { CounterDemo() }
    Reduce { state, action in
      guard case .toggleButtonTapped = action else { return .none }
      state.optional = state.optional == nil ? CounterDemo.State() : nil
      return .none
    }
    .ifLet(\.optional, action: \.optional) { CounterDemo() }
  }
}

// MARK: Alerts and dialogs

@Reducer(.recordable)
struct AlertAndConfirmationDialog {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var confirmationDialog: ConfirmationDialogState<Action.ConfirmationDialog>?
    var count = 0
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case alertButtonTapped
    case confirmationDialog(PresentationAction<ConfirmationDialog>)
    case confirmationDialogButtonTapped

    @CasePathable
    @Recordable
    enum Alert {
      case incrementButtonTapped
    }

    @CasePathable
    @Recordable
    enum ConfirmationDialog {
      case incrementButtonTapped
      case decrementButtonTapped
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.incrementButtonTapped)),
        .confirmationDialog(.presented(.incrementButtonTapped)):
        state.alert = AlertState { TextState("Incremented!") }
        state.count += 1
        return .none

      case .alert:
        return .none

      case .alertButtonTapped:
        state.alert = AlertState {
          TextState("Alert!")
        } actions: {
          ButtonState(role: .cancel) {
            TextState("Cancel")
          }
          ButtonState(action: .incrementButtonTapped) {
            TextState("Increment")
          }
        } message: {
          TextState("This is an alert")
        }
        return .none

      case .confirmationDialog(.presented(.decrementButtonTapped)):
        state.alert = AlertState { TextState("Decremented!") }
        state.count -= 1
        return .none

      case .confirmationDialog:
        return .none

      case .confirmationDialogButtonTapped:
        state.confirmationDialog = ConfirmationDialogState {
          TextState("Confirmation dialog")
        } actions: {
          ButtonState(role: .cancel) {
            TextState("Cancel")
          }
          ButtonState(action: .incrementButtonTapped) {
            TextState("Increment")
          }
          ButtonState(action: .decrementButtonTapped) {
            TextState("Decrement")
          }
        } message: {
          TextState("This is a confirmation dialog.")
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$confirmationDialog, action: \.confirmationDialog)
  }
}

// MARK: Bindings

@Reducer(.recordable)
struct BindingForm {
  @ObservableState
  struct State: Equatable {
    var sliderValue = 5.0
    var stepCount = 10
    var text = ""
    var toggleIsOn = false
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case resetButtonTapped
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.stepCount):
        state.sliderValue = .minimum(state.sliderValue, Double(state.stepCount))
        return .none
      case .binding:
        return .none
      case .resetButtonTapped:
        state = State()
        return .none
      }
    }
  }
}

@MainActor
struct BasicsCaseStudyTests {
  @Test
  func twoCounters() async {
    let store = TestStore(initialState: TwoCounters.State()) { TwoCounters() }
    await store.send(\.counter1.incrementButtonTapped) {
      $0.counter1.count = 1
    }
    await store.send(\.counter2.decrementButtonTapped) {
      $0.counter2.count = -1
    }
  }

  @Test
  func optionalCounter() async {
    let store = TestStore(initialState: TwoCounters.State()) { TwoCounters() }
    await store.send(.toggleButtonTapped) {
      $0.optional = CounterDemo.State()
    }
    await store.send(\.optional.incrementButtonTapped) {
      $0.optional?.count = 1
    }
    await store.send(.toggleButtonTapped) {
      $0.optional = nil
    }
  }

  @Test
  func alert() async {
    let store = TestStore(initialState: AlertAndConfirmationDialog.State()) {
      AlertAndConfirmationDialog()
    }
    await store.send(.alertButtonTapped) {
      $0.alert = AlertState {
        TextState("Alert!")
      } actions: {
        ButtonState(role: .cancel) {
          TextState("Cancel")
        }
        ButtonState(action: .incrementButtonTapped) {
          TextState("Increment")
        }
      } message: {
        TextState("This is an alert")
      }
    }
    await store.send(\.alert.incrementButtonTapped) {
      $0.alert = AlertState { TextState("Incremented!") }
      $0.count = 1
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test
  func confirmationDialog() async {
    let store = TestStore(initialState: AlertAndConfirmationDialog.State()) {
      AlertAndConfirmationDialog()
    }
    store.exhaustivity = .off
    await store.send(.confirmationDialogButtonTapped)
    #expect(store.state.confirmationDialog?.buttons.count == 3)
    await store.send(\.confirmationDialog.decrementButtonTapped) {
      $0.alert = AlertState { TextState("Decremented!") }
      $0.confirmationDialog = nil
      $0.count = -1
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test
  func bindingForm() async {
    let store = TestStore(initialState: BindingForm.State()) { BindingForm() }
    await store.send(\.binding.sliderValue, 2) {
      $0.sliderValue = 2
    }
    await store.send(\.binding.stepCount, 1) {
      $0.sliderValue = 1
      $0.stepCount = 1
    }
    await store.send(.set(\.text, "Blob")) {
      $0.text = "Blob"
    }
    await store.send(.binding(.set(\.toggleIsOn, true))) {
      $0.toggleIsOn = true
    }
    await store.send(.resetButtonTapped) {
      $0 = BindingForm.State()
    }
  }

  @Test
  func bindingThroughTheStore() {
    let store = Store(initialState: BindingForm.State()) { BindingForm() }
    store.stepCount = 3
    store.text = "Blob"
    #expect(store.sliderValue == 3)
    #expect(store.text == "Blob")
  }
}
