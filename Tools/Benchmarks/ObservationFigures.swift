import ComposableArchitecture
import Observation

/// What it costs to be told of the changes of a store.
@MainActor
enum ObservationFigures {
  @Observable
  final class Model {
    var count = 0
    var title = "Counter"
  }

  static func all() -> [Figure] {
    [observed(), unconcerned()]
  }

  /// A step that changes what is observed; the observer reads it anew, as a view does.
  private static func observed() -> Figure {
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
      "observe.change", value, unit: "ns", yardstick: "an @Observable class",
      yardstickValue: plain, budget: "≤ 10 ×")
  }

  /// A step that changes something else than what is observed.
  private static func unconcerned() -> Figure {
    let count = 100_000
    let store = store()
    withObservationTracking {
      _ = store.title
    } onChange: {
    }
    let value = nanoseconds(per: count) { for _ in 0..<count { store.send(.tapped) } }
    return Figure(
      "observe.other", value, unit: "ns", yardstick: "budget",
      yardstickValue: 1_000, budget: "≤ 1 µs")
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
