public import ReducerRuntime
import TestStores

// Replaced by `TestStore`.

extension Effect where Action: Sendable {
  private enum Step: Sendable {
    case start
    case receive(Action)
  }

  /// The actions that the effect sends when it runs in a store of its own.
  ///
  /// The effect starts with the first iteration and is canceled when the iteration ends.
  @_spi(Internals)
  public var actions: AsyncStream<Action> {
    AsyncStream { continuation in
      let task = Task { @MainActor in
        let store = Store(initialState: 0) {
          Reduce<Int, Step> { _, step in
            switch step {
            case .start: return map(Step.receive)
            case .receive(let action):
              continuation.yield(action)
              return .none
            }
          }
        }
        await store.send(.start).finish()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
