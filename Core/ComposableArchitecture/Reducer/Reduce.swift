/// A reducer made of a closure, or of another reducer whose type it hides.
public struct Reduce<State, Action>: Reducer {
  private let build: () -> AssembledReducer<State, Action>

  /// Creates a reducer of a closure.
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    build = { AssembledReducer(reduce) }
  }

  /// Creates a reducer of another one, and hides its type.
  public init(_ reducer: some Reducer<State, Action>) {
    build = reducer.assemble
  }
}

extension Reduce: ReducerOperator {
  /// The closure, or the hidden reducer built.
  public func assemble() -> AssembledReducer<State, Action> { build() }
}
