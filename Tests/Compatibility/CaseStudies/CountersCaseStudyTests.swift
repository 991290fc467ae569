import ComposableArchitecture
import XCTest

@Reducer
private struct Counter {
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

@Reducer
private struct TwoCounters {
  @ObservableState
  struct State: Equatable {
    var counter1 = Counter.State()
    var counter2 = Counter.State()
  }

  enum Action {
    case counter1(Counter.Action)
    case counter2(Counter.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.counter1, action: \.counter1) {
      Counter()
    }
    Scope(state: \.counter2, action: \.counter2) {
      Counter()
    }
  }
}

@Reducer
private struct OptionalBasics {
  @ObservableState
  struct State: Equatable {
    var optionalCounter: Counter.State?
  }

  enum Action {
    case optionalCounter(Counter.Action)
    case toggleCounterButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .toggleCounterButtonTapped:
        state.optionalCounter = state.optionalCounter == nil ? Counter.State() : nil
        return .none
      case .optionalCounter:
        return .none
      }
    }
    .ifLet(\.optionalCounter, action: \.optionalCounter) {
      Counter()
    }
  }
}

@Reducer
private struct BindingBasics {
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

final class CountersCaseStudyTests: XCTestCase {
  @MainActor
  func testTwoCountersCountApart() async {
    let store = TestStore(initialState: TwoCounters.State()) {
      TwoCounters()
    }
    await store.send(\.counter1.incrementButtonTapped) {
      $0.counter1.count = 1
    }
    await store.send(\.counter2.decrementButtonTapped) {
      $0.counter2.count = -1
    }
  }

  @MainActor
  func testACounterThatComesAndGoes() async {
    let store = TestStore(initialState: OptionalBasics.State()) {
      OptionalBasics()
    }
    await store.send(.toggleCounterButtonTapped) {
      $0.optionalCounter = Counter.State()
    }
    await store.send(\.optionalCounter.incrementButtonTapped) {
      $0.optionalCounter?.count = 1
    }
    await store.send(.toggleCounterButtonTapped) {
      $0.optionalCounter = nil
    }
  }

  @MainActor
  func testFieldsAreBound() async {
    let store = TestStore(initialState: BindingBasics.State()) {
      BindingBasics()
    }
    await store.send(\.binding.sliderValue, 3.25) {
      $0.sliderValue = 3.25
    }
    await store.send(\.binding.stepCount, 3) {
      $0.sliderValue = 3
      $0.stepCount = 3
    }
    await store.send(\.binding.text, "Text") {
      $0.text = "Text"
    }
    await store.send(.binding(.set(\.toggleIsOn, true))) {
      $0.toggleIsOn = true
    }
    await store.send(.resetButtonTapped) {
      $0 = BindingBasics.State()
    }
  }
}
