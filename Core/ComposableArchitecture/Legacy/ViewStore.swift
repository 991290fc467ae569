#if canImport(SwiftUI)
  public import SwiftUI
#endif

// Replaced by `@ObservableState` and the store itself.

/// The part of a store that a view shows, in code that was written before `@ObservableState`.
///
/// The store itself does the same. The Observation framework notifies code that reads the
/// state, or a part of it, of the next change.
@available(*, deprecated, message: "Mark the state with '@ObservableState' and use the store.")
@dynamicMemberLookup
@MainActor
public final class ViewStore<ViewState, ViewAction> {
  private let store: Store<ViewState, ViewAction>

  private init(_ store: Store<ViewState, ViewAction>) {
    self.store = store
  }

  /// Creates what shows a part of a store's state, or what a function makes of it.
  public convenience init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: @escaping (_ state: State) -> ViewState
  ) {
    self.init(store, observe: toViewState, send: { $0 })
  }

  /// Creates what shows a part of a store's state, and sends actions of a view.
  public convenience init<State, Action>(
    _ store: Store<State, Action>, observe toViewState: @escaping (_ state: State) -> ViewState,
    send fromViewAction: @escaping (_ viewAction: ViewAction) -> Action
  ) {
    self.init(Store(ComputedCore(store.core, toViewState, fromViewAction)))
  }

  /// The state that is shown.
  public var state: ViewState { self[dynamicMember: \.self] }

  /// A part of the state that is shown.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    store.observe(.value(keyPath))
    return store.core.state[keyPath: keyPath]
  }

  /// Sends an action.
  @discardableResult
  public func send(_ action: ViewAction) -> StoreTask {
    store.send(action)
  }

  /// Sends an action, with an animation of what it changes.
  @discardableResult
  public func send(_ action: ViewAction, animation: Animation?) -> StoreTask {
    store.send(action, animation: animation)
  }

  /// Sends an action, and waits while its effects run and the state fulfils a condition.
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

  /// Waits while the state fulfils a condition.
  public func yield(
    while predicate: @escaping (_ state: ViewState) -> Bool
  ) async where ViewState: Sendable {
    for await state in store.states where !predicate(state) { return }
  }

  /// A binding to what a function makes of the state; setting it sends an action.
  public func binding<Value>(
    get: @escaping (_ state: ViewState) -> Value,
    send valueToAction: @escaping (_ value: Value) -> ViewAction
  ) -> Binding<Value> {
    Binding(get: { get(self.state) }, set: { self.send(valueToAction($0)) })
  }

  /// A binding to what a function makes of the state; setting it sends always the same action.
  public func binding<Value>(
    get: @escaping (_ state: ViewState) -> Value, send action: ViewAction
  ) -> Binding<Value> {
    binding(get: get, send: { _ in action })
  }

  /// A binding to the state; setting it sends an action.
  public func binding(
    send valueToAction: @escaping (_ state: ViewState) -> ViewAction
  ) -> Binding<ViewState> {
    binding(get: { $0 }, send: valueToAction)
  }

  /// A binding to the state; setting it sends always the same action.
  public func binding(send action: ViewAction) -> Binding<ViewState> {
    binding(send: { _ in action })
  }
}

@available(*, deprecated, message: "Mark the state with '@ObservableState' and use the store.")
extension ViewStore where ViewAction: BindableAction, ViewAction.State == ViewState {
  /// A binding to a `@BindingState` field: `viewStore.$name`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<ViewState, BindingState<Value>>
  ) -> Binding<Value> {
    binding(get: { $0[keyPath: keyPath].wrappedValue }, send: { .setByBinding(.set(keyPath, $0)) })
  }
}

/// The part of a feature's store that a view shows.
@available(*, deprecated, message: "Mark the state with '@ObservableState' and use the store.")
public typealias ViewStoreOf<Feature: Reducer> = ViewStore<Feature.State, Feature.Action>
