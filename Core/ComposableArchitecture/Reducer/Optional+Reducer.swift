extension Optional: Reducer where Wrapped: Reducer {
  /// The state of the reducer that may be there.
  public typealias State = Wrapped.State
  /// The actions of the reducer that may be there.
  public typealias Action = Wrapped.Action
  /// None: the reducer is built.
  public typealias Body = Never
}

extension Optional: ReducerOperator where Wrapped: Reducer {
  /// The reducer, built, or one that does nothing.
  public func assemble() -> AssembledReducer<Wrapped.State, Wrapped.Action> {
    self?.assemble() ?? AssembledReducer { _, _ in .none }
  }
}
