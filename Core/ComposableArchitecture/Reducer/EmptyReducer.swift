/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates a reducer that does nothing.
  public init() {}

  /// Leaves the state as it is.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
