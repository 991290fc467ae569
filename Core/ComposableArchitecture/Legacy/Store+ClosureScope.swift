// Replaced by `scope(state:action:)` with key paths, whose stores are kept and observed by field.

extension Store {
  /// A store of what functions make of the state and the actions; each call makes another one.
  @available(*, deprecated, message: "Use key paths: 'scope(state: \\.child, action: \\.child)'.")
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state toChildState: @escaping (_ state: State) -> ChildState,
    action fromChildAction: @escaping (_ childAction: ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(ComputedCore(core, toChildState, fromChildAction))
  }
}
