public import ReducerRuntime

// Replaced by `scope(state:action:)` with key paths, whose stores are cached and observed by field.

extension Store {
  /// Returns a new store for values that functions compute from the state and the actions.
  @available(*, deprecated, message: "Use key paths: 'scope(state: \\.child, action: \\.child)'.")
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state toChildState: @escaping (_ state: State) -> ChildState,
    action fromChildAction: @escaping (_ childAction: ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(ComputedCore(core, toChildState, fromChildAction))
  }
}
