public import DependencyInjection
import Observation

/// The runtime of a feature, which holds its state, reduces actions and runs their effects.
///
///     let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
///     store.send(.incrTapped)
///     print(store.count)
///
/// Actions are reduced one at a time, in the order in which they were sent. A store that `scope`
/// returns is a view of a part of this store. It holds no state and runs no effects. Effects are
/// canceled when their store and all views of it have been deallocated.
@dynamicMemberLookup
@preconcurrency @MainActor
public final class Store<State, Action> {
  package let core: StoreCore<State, Action>

  /// The engine, unless the store is a view. A shortcut for the most frequent operation.
  private let engine: StoreEngine<State, Action>?

  let children = ChildStores()
  var fields = ObservedFields<State>()
  let registrar = ObservationRegistrar()

  /// Creates a store with an initial state and a reducer, optionally overriding dependencies.
  ///
  /// The store retains the observer, which is notified of every step.
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

  package init(_ core: StoreCore<State, Action>) {
    self.core = core
    engine = nil
  }

  /// The current state, or the last known one if the store's part of the state no longer exists.
  public var state: State {
    observe(.state)
    return core.state
  }

  /// Calls a function with the current state.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    body(state)
  }

  /// Sends an action. It is reduced before this returns, unless an action is being reduced already.
  ///
  /// An action for a part of the state that no longer exists is ignored.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    engine?.send(action) ?? core.send(action)
  }

  /// The number of running effects of the store, or of the whole store if this is a view.
  public var effectCount: Int { core.effectCount }

  /// The steps that started the effects that are running and weren't canceled, in order.
  package var stepsWithEffects: [UInt64] { engine?.stepsWithUncancelledEffects ?? [] }

  /// Stops starting effects. Their recorded actions are then sent from outside.
  package func stopStartingEffects() {
    engine?.startsEffects = false
  }

  /// Cancels all running effects of the store, or of the whole store if this is a view.
  public func cancelEffects() {
    core.cancelEffects()
  }
}

/// A store for a feature.
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Action>

extension Store: @MainActor Equatable {
  /// Returns whether both values are the same store.
  public static func == (one: Store, other: Store) -> Bool { one === other }
}

@_documentation(visibility: internal)
extension Store: @MainActor Hashable {
  /// Hashes the identity of the store.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Store: Identifiable {}

/// The effects that an action started, including effects that its effects' actions started.
///
///     let task = store.send(.incrTapped)
///     await task.finish()
public struct StoreTask: Hashable, Sendable {
  private let group: EffectGroup?

  init(group: EffectGroup?) {
    self.group = group
  }

  /// The task of an action that was not sent.
  package static let none = StoreTask(group: nil)

  /// Waits until all effects have ended, or cancels them if the waiting task is canceled.
  public func finish() async {
    guard let group, !group.isIdle else { return }
    await withTaskCancellationHandler {
      await group.waitUntilIdle()
    } onCancel: {
      group.cancel(by: .outside)
    }
  }

  /// Cancels all effects of the action.
  public func cancel() {
    group?.cancel(by: .outside)
  }

  package var isFinished: Bool { group?.isIdle ?? true }

  /// Whether the effects were canceled.
  public var isCancelled: Bool { group?.isCancelled ?? false }

  /// Returns whether both values refer to the same effects, or both have none.
  public static func == (one: Self, other: Self) -> Bool { one.group === other.group }

  /// Hashes the identity of the effects.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map(ObjectIdentifier.init))
  }
}
