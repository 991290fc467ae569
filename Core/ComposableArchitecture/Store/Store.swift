public import DependencyInjection
import Observation

/// The runtime of a feature: it holds the state, reduces actions and runs their effects.
///
///     let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
///     store.send(.incrTapped)
///     print(store.count)
///
/// Actions are reduced one after the other, in the order in which they were sent. A store that
/// `scope` makes is a view of a part of another one: it holds no state and runs nothing of its own.
/// When a store and all that were made of it have gone away, their effects are cancelled.
@dynamicMemberLookup
@MainActor
public final class Store<State, Action> {
  let core: StoreCore<State, Action>

  /// The engine, if the store is no view of another one: the short way for what is done most.
  private let engine: StoreEngine<State, Action>?

  let children = ChildStores()
  var fields = ObservedFields<State>()
  let registrar = ObservationRegistrar()

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
    let engine = StoreEngine(
      state: DependencyValues.run(under: dependencies) { initialState() },
      reducer: { reducer().assemble() }, dependencies: dependencies, observer: observer)
    core = EngineCore(engine)
    self.engine = engine
  }

  /// Creates a store that is a view.
  init(_ core: StoreCore<State, Action>) {
    self.core = core
    engine = nil
  }

  /// The state; that of a view whose part of the state is gone is the last that it has seen.
  public var state: State {
    observe(.state)
    return core.state
  }

  /// Calls a function with the state.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    body(state)
  }

  /// Sends an action: it has been reduced when this returns, unless another was being reduced.
  ///
  /// An action for a part of the state that is gone is passed over.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    engine?.send(action) ?? core.send(action)
  }

  /// The number of effects that are under way, in all that the store is a view of.
  public var effectCount: Int { core.effectCount }

  /// The steps that started the effects that are under way and were not cancelled, in their order.
  package var stepsWithEffects: [UInt64] { engine?.stepsWithUncancelledEffects ?? [] }

  /// Starts no effects from now on: what they sent once is sent from outside.
  package func stopStartingEffects() {
    engine?.startsEffects = false
  }

  /// Cancels all effects that are under way, in all that the store is a view of.
  public func cancelEffects() {
    core.cancelEffects()
  }
}

/// A store of a feature.
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Action>

extension Store: @MainActor Equatable {
  /// Whether both are the same store.
  public static func == (one: Store, other: Store) -> Bool { one === other }
}

@_documentation(visibility: internal)
extension Store: @MainActor Hashable {
  /// Feeds the identity of the store to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Store: Identifiable {}

/// The effects that an action started, and those that their actions started in turn.
///
///     let task = store.send(.incrTapped)
///     await task.finish()
public struct StoreTask: Hashable, Sendable {
  private let group: EffectGroup?

  init(group: EffectGroup?) {
    self.group = group
  }

  /// Waits until all the effects have ended; if the waiting task is cancelled, so are they.
  public func finish() async {
    guard let group, !group.isIdle else { return }
    await withTaskCancellationHandler {
      await group.waitUntilIdle()
    } onCancel: {
      group.cancel()
    }
  }

  /// Cancels the effects.
  public func cancel() {
    group?.cancel()
  }

  /// Whether all the effects have ended.
  package var isFinished: Bool { group?.isIdle ?? true }

  /// Whether the effects were cancelled.
  public var isCancelled: Bool { group?.isCancelled ?? false }

  /// Whether both are the effects of the same action, or of actions without effects.
  public static func == (one: Self, other: Self) -> Bool { one.group === other.group }

  /// Feeds the identity of the effects to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map(ObjectIdentifier.init))
  }
}
