import ComposableArchitecture
import Observation

@MainActor
enum ObservationFigures {
  @Observable
  final class Model {
    var count = 0
    var title = "Counter"
  }

  /// Measures a step that changes an observed field, which the observer then reads again, like a
  /// view.
  static func observedChange() -> Figure {
    let count = 20_000
    let store = store()
    let model = Model()
    let value = nanoseconds(per: count) {
      for _ in 0..<count {
        withObservationTracking {
          _ = store.count
        } onChange: {
        }
        store.send(.tapped)
      }
    }
    let plain = nanoseconds(per: count) {
      for _ in 0..<count {
        withObservationTracking {
          _ = model.count
        } onChange: {
        }
        model.count += 1
      }
    }
    return Figure(
      "observe.change", value, unit: "ns", Yardstick("an @Observable class", plain),
      .ratio(atMost: 10))
  }

  static func unrelatedChange() -> Figure {
    let count = 100_000
    let store = store()
    withObservationTracking {
      _ = store.title
    } onChange: {
    }
    let value = nanoseconds(per: count) { for _ in 0..<count { store.send(.tapped) } }
    return Figure("observe.other", value, unit: "ns", .plainSwitch, .ratio(atMost: 60))
  }

  private static func store() -> Store<ObservedCounter.State, ObservedCounter.Action> {
    Store(initialState: ObservedCounter.State()) { ObservedCounter() }
  }
}

@Reducer
struct ObservedCounter {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var title = "Counter"
  }

  enum Action {
    case tapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}
