/// Composes reducers that are listed one below the other into one that runs them in that order.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// A reducer in the list.
  public static func buildExpression<Child: Reducer<State, Action>>(_ child: Child) -> Child {
    child
  }

  /// An empty list.
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// The first reducer of a list.
  public static func buildPartialBlock<First: Reducer<State, Action>>(first: First) -> First {
    first
  }

  /// The reducers so far, and the next one.
  public static func buildPartialBlock<
    First: Reducer<State, Action>, Next: Reducer<State, Action>
  >(accumulated: First, next: Next) -> ReducerSequence<State, Action> {
    ReducerSequence(accumulated, then: next)
  }

  /// The reducer of an `if` without `else`.
  public static func buildOptional<Wrapped: Reducer<State, Action>>(
    _ reducer: Wrapped?
  ) -> Wrapped? {
    reducer
  }

  /// The first branch of an `if` or a `switch`.
  public static func buildEither<First: Reducer<State, Action>>(
    first: First
  ) -> Reduce<State, Action> {
    Reduce(first)
  }

  /// The second branch of an `if` or a `switch`.
  public static func buildEither<Second: Reducer<State, Action>>(
    second: Second
  ) -> Reduce<State, Action> {
    Reduce(second)
  }

  /// The reducers that a loop makes.
  public static func buildArray(
    _ reducers: [some Reducer<State, Action>]
  ) -> ReducerSequence<State, Action> {
    ReducerSequence(reducers)
  }

  /// A reducer that is only there on newer systems.
  public static func buildLimitedAvailability(
    _ reducer: some Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }
}

/// Reducers that run one after the other on every action.
public struct ReducerSequence<State, Action>: Reducer {
  private let parts: [() -> AssembledReducer<State, Action>]

  /// A sequence and one more reducer.
  init(_ first: some Reducer<State, Action>, then next: some Reducer<State, Action>) {
    let parts = (first as? Self)?.parts ?? [first.assemble]
    self.parts = parts + [next.assemble]
  }

  /// A sequence of reducers of one type.
  init(_ reducers: [some Reducer<State, Action>]) {
    parts = reducers.map { $0.assemble }
  }
}

extension ReducerSequence: ReducerOperator {
  /// The parts, built, in order.
  public func assemble() -> AssembledReducer<State, Action> {
    let reducers = parts.map { $0().reduce }
    return AssembledReducer { state, action in
      var effect = Effect<Action>.none
      for reduce in reducers { effect = effect.merge(with: reduce(&state, action)) }
      return effect
    }
  }
}
