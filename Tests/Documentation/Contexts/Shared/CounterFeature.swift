import ComposableArchitecture

@Reducer
struct CounterFeature {
  @ObservableState
  @Recordable
  struct State: Equatable {
    var count = 0
  }

  @Recordable
  enum Action: Equatable {
    case decrTapped
    case incrTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += action == .incrTapped ? 1 : -1
      return .none
    }
  }
}
