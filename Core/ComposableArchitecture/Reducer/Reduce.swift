/// A reducer made of a closure, or of another reducer whose type it hides.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let build: () -> AssembledReducer<State, Action>

  /// Creates a reducer of a closure.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    build = { AssembledReducer(reduce) }
  }

  /// Creates a reducer of another one, and hides its type.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) {
    build = { reducer.assemble() }
  }

  /// The closure, or the hidden reducer built.
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> { build() }

  /// Calls the closure, or builds and runs the hidden reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    build().reduce(&state, action)
  }
}
