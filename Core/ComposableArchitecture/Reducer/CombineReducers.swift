/// Several reducers as one: each runs on every action, in order, and their effects are merged.
///
/// It is there to apply an operator, such as `ifLet`, to several reducers at once.
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  private let reducers: Reducers

  /// Combines the reducers that the closure lists.
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }
}

extension CombineReducers: ReducerOperator {
  /// The reducers that the closure listed, built.
  public func assemble() -> AssembledReducer<State, Action> { reducers.assemble() }
}
