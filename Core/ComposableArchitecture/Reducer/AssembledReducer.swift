/// A tree of reducers built into one function.
///
/// A store builds its reducer once. Bodies are not evaluated, and case key paths not instantiated,
/// for every action.
public struct AssembledReducer<State, Action> {
  /// Evolves the state, and returns what is to be done outside.
  public let reduce: (inout State, Action) -> Effect<Action>

  /// Creates a reducer of a function.
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduce = reduce
  }
}

/// A reducer that only arranges other reducers, and so is defined by how it is built.
package protocol ReducerOperator<State, Action>: Reducer where Body == Never {}

extension ReducerOperator {
  /// Builds the reducer and runs it; a store builds it once instead.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    assemble().reduce(&state, action)
  }
}
