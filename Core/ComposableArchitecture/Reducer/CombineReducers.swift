/// Several reducers as one: each runs on every action, in order, and their effects are merged.
///
/// It is there to apply an operator, such as `ifLet`, to several reducers at once.
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  @usableFromInline let reducers: Reducers

  /// Combines the reducers that the closure lists.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  /// The reducers that the closure listed, built.
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> { reducers.assemble() }

  /// Runs the reducers that the closure listed.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}
