import DependencyInjection
public import ReducerRuntime

// Replaced by `TestStore`.

extension Effect where Action: Sendable {
  private enum Step: Sendable {
    case start
    case receive(Action)
  }

  /// The actions that the effect sends when it runs outside of a store.
  ///
  /// The effect starts with the first iteration and is canceled when the iteration ends. Effects
  /// that run outside of stores share their identities, also with `Task.cancel(id:)`.
  @_spi(Internals)
  public var actions: AsyncStream<Action> {
    AsyncStream { continuation in
      let task = Task { @MainActor in
        let reducer = Reduce<Int, Step> { _, step in
          switch step {
          case .start: return map(Step.receive)
          case .receive(let action):
            continuation.yield(action)
            return .none
          }
        }
        let engine = StoreEngine(
          state: 0, reducer: reducer.assemble, dependencies: .current, cancellables: .outside)
        await engine.send(.start).finish()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
