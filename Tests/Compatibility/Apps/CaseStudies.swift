import ComposableArchitecture
import Foundation

// MARK: Counter, two of them, and an optional one

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

// MARK: Recursion

@Reducer(.recordable)
struct Nested {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: UUID
    var name: String = ""
    var rows: IdentifiedArrayOf<State> = []

    init(id: UUID? = nil, name: String = "", rows: IdentifiedArrayOf<State> = []) {
      @Dependency(\.uuid) var uuid
      self.id = id ?? uuid()
      self.name = name
      self.rows = rows
    }
  }

  enum Action {
    case addRowButtonTapped
    case nameTextFieldChanged(String)
    case onDelete(IndexSet)
    indirect case rows(IdentifiedActionOf<Nested>)
  }

  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addRowButtonTapped:
        state.rows.append(State(id: self.uuid()))
        return .none
      case let .nameTextFieldChanged(name):
        state.name = name
        return .none
      case let .onDelete(indexSet):
        state.rows.remove(atOffsets: indexSet)
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      Self()
    }
  }
}

// MARK: Long-living effects and refresh

@Reducer(.recordable)
struct Refreshable {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var fact: String?
    var screenshots = 0
  }

  enum Action {
    case cancelButtonTapped
    case factResponse(Result<String, any Error>)
    case incrementButtonTapped
    case refresh
    case task
    case userDidTakeScreenshotNotification
  }

  @Dependency(\.numberFact) var fact
  @Dependency(\.screenshots) var screenshots
  private enum CancelID { case factRequest }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        return .cancel(id: CancelID.factRequest)
      case let .factResponse(.success(fact)):
        state.fact = fact
        return .none
      case .factResponse(.failure):
        return .none
      case .incrementButtonTapped:
        state.count += 1
        return .none
      case .refresh:
        state.fact = nil
        return .run { [count = state.count] send in
          await send(.factResponse(Result { try await self.fact(count) }))
        }
        .cancellable(id: CancelID.factRequest)
      case .task:
        return .run { send in
          for await _ in await self.screenshots() {
            await send(.userDidTakeScreenshotNotification)
          }
        }
      case .userDidTakeScreenshotNotification:
        state.screenshots += 1
        return .none
      }
    }
  }
}

extension DependencyValues {
  var numberFact: @Sendable (Int) async throws -> String {
    get { self[NumberFactKey.self] }
    set { self[NumberFactKey.self] = newValue }
  }

  var screenshots: @Sendable () async -> AsyncStream<Void> {
    get { self[ScreenshotsKey.self] }
    set { self[ScreenshotsKey.self] = newValue }
  }
}

private enum NumberFactKey: TestDependencyKey {
  static let testValue: @Sendable (Int) async throws -> String = unimplemented("numberFact")
}

private enum ScreenshotsKey: TestDependencyKey {
  static let testValue: @Sendable () async -> AsyncStream<Void> = unimplemented(
    "screenshots", placeholder: .finished)
}
