public import DependencyInjection

/// The runtime of a feature: it holds the state, reduces actions and runs their effects.
///
/// Actions are reduced one after the other, in the order in which they were sent. When a store goes
/// away its effects are cancelled.
@MainActor
public final class Store<State, Action> {
  private let engine: StoreEngine<State, Action>

  /// Creates a store of an initial state and a reducer, under overridden dependencies.
  ///
  /// The observer, if there is one, is told of every step; the store keeps it.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    observer: (any StepObserver<State, Action>)? = nil
  ) {
    let dependencies = withDependencies(prepareDependencies ?? { _ in }) {
      DependencyValues.current
    }
    engine = StoreEngine(
      state: DependencyValues.run(under: dependencies) { initialState() },
      reducer: { reducer().assemble() }, dependencies: dependencies)
    engine.observer = observer
  }

  /// The state.
  public var state: State { engine.state }

  /// Calls a function with the state.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    body(engine.state)
  }

  /// Sends an action: it has been reduced when this returns, unless another was being reduced.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    engine.send(action)
  }

  /// The number of effects that are under way.
  public var effectCount: Int { engine.stepsWithEffects.count }

  /// Cancels all effects that are under way.
  public func cancelEffects() {
    engine.cancelEffects()
  }
}

/// A store of a feature.
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Action>
