/// A result builder that composes a list of reducers into one that runs them in order.
///
///     @ReducerBuilder<Profile.State, Profile.Action>
///     func logged(_ isLogged: Bool) -> some ReducerOf<Profile> {
///       if isLogged { Profile()._printChanges() } else { Profile() }
///     }
@resultBuilder
public enum ReducerBuilder<State, Action> {}

/// A builder for a feature's reducers, as in `@ReducerBuilderOf<Profile>`.
public typealias ReducerBuilderOf<Feature: Reducer> = ReducerBuilder<Feature.State, Feature.Action>

@_documentation(visibility: internal)
extension ReducerBuilder {
  // The second parameter keeps the compiler from opening an existential, which the next overload
  // handles.
  /// Returns a reducer in the list unchanged.
  @inlinable
  public static func buildExpression<Child: Reducer<State, Action>>(
    _ child: Child, _ type: Child.Type = Child.self
  ) -> Child {
    child
  }

  /// Wraps a reducer in the list whose type is hidden.
  @inlinable
  @_disfavoredOverload
  public static func buildExpression(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// Returns an empty reducer for an empty list.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// Returns the first reducer of a list.
  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>>(first: First) -> First {
    first
  }

  /// Appends a reducer to the previous ones.
  @inlinable
  public static func buildPartialBlock<
    First: Reducer<State, Action>, Next: Reducer<State, Action>
  >(accumulated: First, next: Next) -> ReducerOperator<State, Action> {
    ReducerOperator { .combined(accumulated.assemble(), next.assemble()) }
  }

  /// Returns the reducer of an `if` without `else`.
  @inlinable
  public static func buildOptional<Wrapped: Reducer<State, Action>>(
    _ reducer: Wrapped?
  ) -> Wrapped? {
    reducer
  }

  /// Wraps the first branch of an `if` or a `switch`.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>>(
    first: First
  ) -> Reduce<State, Action> {
    Reduce(first)
  }

  /// Wraps the second branch of an `if` or a `switch`.
  @inlinable
  public static func buildEither<Second: Reducer<State, Action>>(
    second: Second
  ) -> Reduce<State, Action> {
    Reduce(second)
  }

  /// Combines the reducers that a loop creates.
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

  /// Wraps a reducer that depends on the availability of an API.
  @inlinable
  public static func buildLimitedAvailability(
    _ reducer: some Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }
}

/// A reducer that runs several reducers on every action, in order, and merges their effects.
///
/// <!-- context: reducer -->
///     var body: some ReducerOf<Self> {
///       CombineReducers {
///         BindingReducer()
///         Scope(state: \.profile, action: \.profile) { Profile() }
///       }
///       ._printChanges()
///     }
///
/// Use it to apply an operator, such as `ifLet`, to several reducers at once.
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  @usableFromInline let reducers: Reducers

  /// Creates a reducer that combines the reducers in the closure.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  /// Builds the combined reducers.
  @_documentation(visibility: internal)
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> { reducers.assemble() }

  /// Runs the combined reducers.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}

/// A reducer that does nothing.
///
/// <!-- context: reducer -->
///     var body: some ReducerOf<Self> {
///       EmptyReducer()
///         .ifLet(\.$detail, action: \.detail) { Profile() }
///     }
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates a reducer that does nothing.
  @inlinable
  public init() {}

  /// Leaves the state unchanged, and returns no effect.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

extension Optional: Reducer where Wrapped: Reducer {
  /// The state of the wrapped reducer.
  public typealias State = Wrapped.State
  /// The actions of the wrapped reducer.
  public typealias Action = Wrapped.Action
  /// The type `Never`, because the wrapped reducer is built instead.
  public typealias Body = Never

  /// Builds the wrapped reducer, or one that does nothing if there is none.
  @_documentation(visibility: internal)
  @inlinable
  public func assemble() -> AssembledReducer<Wrapped.State, Wrapped.Action> {
    self?.assemble() ?? AssembledReducer { _, _ in .none }
  }

  /// Runs the wrapped reducer, if there is one.
  @inlinable
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }
}
