extension Optional: Reducer where Wrapped: Reducer {
  /// The state of the reducer that may be there.
  public typealias State = Wrapped.State
  /// The actions of the reducer that may be there.
  public typealias Action = Wrapped.Action
  /// None: the reducer is built.
  public typealias Body = Never

  /// The reducer, built, or one that does nothing.
  @inlinable
  public func assemble() -> AssembledReducer<Wrapped.State, Wrapped.Action> {
    self?.assemble() ?? AssembledReducer { _, _ in .none }
  }

  /// Runs the reducer, if there is one.
  @inlinable
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }
}
