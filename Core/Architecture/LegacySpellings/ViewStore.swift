public import ReducerRuntime
#if canImport(SwiftUI)
  public import SwiftUI
#endif

// Replaced by `@ObservableState` and the store itself.

/// The part of a store that a view shows, for code that predates `@ObservableState`.
///
/// The store itself provides the same features. The Observation framework notifies code that reads
/// the state, or a part of it, of the next change.
@available(*, deprecated, message: "Mark the state with '@ObservableState' and use the store.")
@dynamicMemberLookup
@preconcurrency @MainActor
public final class ViewStore<ViewState, ViewAction> {
  private let store: Store<ViewState, ViewAction>

  private init(_ store: Store<ViewState, ViewAction>) {
    self.store = store
  }

  /// Creates a view store for a value that a function computes from a store's state.
  public convenience init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: @escaping (_ state: State) -> ViewState
  ) {
    self.init(store, observe: toViewState, send: { $0 })
  }

  /// Creates a view store that shows a computed value and sends the actions of a view.
  public convenience init<State, Action>(
    _ store: Store<State, Action>, observe toViewState: @escaping (_ state: State) -> ViewState,
    send fromViewAction: @escaping (_ viewAction: ViewAction) -> Action
  ) {
    self.init(Store(ComputedCore(store.core, toViewState, fromViewAction)))
  }

  /// The state that the view shows.
  public var state: ViewState { self[dynamicMember: \.self] }

  /// Accesses a part of the state that the view shows.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    store.observe(.value(keyPath))
    return store.core.state[keyPath: keyPath]
  }

  /// Sends an action to the store.
  @discardableResult
  public func send(_ action: ViewAction) -> StoreTask {
    store.send(action)
  }

  /// Sends an action and animates the resulting changes.
  @discardableResult
  public func send(_ action: ViewAction, animation: Animation?) -> StoreTask {
    store.send(action, animation: animation)
  }

  /// Sends an action, and suspends while the state meets a condition.
  public func send(
    _ action: ViewAction, while predicate: @escaping (_ state: ViewState) -> Bool
  ) async where ViewState: Sendable {
    let task = send(action)
    await withTaskCancellationHandler {
      await yield(while: predicate)
    } onCancel: {
      task.cancel()
    }
  }

  /// Suspends while the state meets a condition.
  public func yield(
    while predicate: @escaping (_ state: ViewState) -> Bool
  ) async where ViewState: Sendable {
    for await state in store.states where !predicate(state) { return }
  }

  /// Returns a binding to a value computed from the state, which sends an action when set.
  public func binding<Value>(
    get: @escaping (_ state: ViewState) -> Value,
    send valueToAction: @escaping (_ value: Value) -> ViewAction
  ) -> Binding<Value> {
    Binding(get: { get(self.state) }, set: { self.send(valueToAction($0)) })
  }

  /// Returns a binding to a value computed from the state, which sends a fixed action when set.
  public func binding<Value>(
    get: @escaping (_ state: ViewState) -> Value, send action: ViewAction
  ) -> Binding<Value> {
    binding(get: get, send: { _ in action })
  }

  /// Returns a binding to the state, which sends an action with the new state when set.
  public func binding(
    send valueToAction: @escaping (_ state: ViewState) -> ViewAction
  ) -> Binding<ViewState> {
    binding(get: { $0 }, send: valueToAction)
  }

  /// Returns a binding to the state, which sends a fixed action when set.
  public func binding(send action: ViewAction) -> Binding<ViewState> {
    binding(send: { _ in action })
  }
}

@available(*, deprecated, message: "Mark the state with '@ObservableState' and use the store.")
extension ViewStore where ViewAction: BindableAction, ViewAction.State == ViewState {
  /// Returns a binding to a `@BindingState` field: `viewStore.$name`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<ViewState, BindingState<Value>>
  ) -> Binding<Value> {
    binding(
      get: { $0[keyPath: keyPath].wrappedValue },
      send: { value in
        .setByBinding(.set(keyPath, value), at: self.state[keyPath: keyPath].location)
      })
  }
}

/// A view store for a feature.
@available(*, deprecated, message: "Mark the state with '@ObservableState' and use the store.")
public typealias ViewStoreOf<Feature: Reducer> = ViewStore<Feature.State, Feature.Action>
