/// Composes reducers that are listed one below the other into one that runs them in that order.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// A reducer in the list.
  @inlinable
  public static func buildExpression<Child: Reducer<State, Action>>(_ child: Child) -> Child {
    child
  }

  /// An empty list.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// The first reducer of a list.
  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>>(first: First) -> First {
    first
  }

  /// The reducers so far, and the next one.
  @inlinable
  public static func buildPartialBlock<
    First: Reducer<State, Action>, Next: Reducer<State, Action>
  >(accumulated: First, next: Next) -> ReducerOperator<State, Action> {
    ReducerOperator { .combined(accumulated.assemble(), next.assemble()) }
  }

  /// The reducer of an `if` without `else`.
  @inlinable
  public static func buildOptional<Wrapped: Reducer<State, Action>>(
    _ reducer: Wrapped?
  ) -> Wrapped? {
    reducer
  }

  /// The first branch of an `if` or a `switch`.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>>(
    first: First
  ) -> Reduce<State, Action> {
    Reduce(first)
  }

  /// The second branch of an `if` or a `switch`.
  @inlinable
  public static func buildEither<Second: Reducer<State, Action>>(
    second: Second
  ) -> Reduce<State, Action> {
    Reduce(second)
  }

  /// The reducers that a loop makes.
  @inlinable
  public static func buildArray(
    _ reducers: [some Reducer<State, Action>]
  ) -> ReducerOperator<State, Action> {
    ReducerOperator {
      let parts = reducers.map { $0.assemble().reduce }
      return AssembledReducer { state, action in
        parts.reduce(Effect.none) { $0.merge(with: $1(&state, action)) }
      }
    }
  }

  /// A reducer that is only there on newer systems.
  @inlinable
  public static func buildLimitedAvailability(
    _ reducer: some Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }
}
