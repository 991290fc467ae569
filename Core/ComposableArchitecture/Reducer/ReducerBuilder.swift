/// Composes reducers that are listed one below the other into one that runs them in that order.
///
///     @ReducerBuilder<Profile.State, Profile.Action>
///     func logged(_ isLogged: Bool) -> some ReducerOf<Profile> {
///       if isLogged { Profile()._printChanges() } else { Profile() }
///     }
@resultBuilder
public enum ReducerBuilder<State, Action> {}

/// The builder of a feature's reducers: `@ReducerBuilderOf<Profile>`.
public typealias ReducerBuilderOf<Feature: Reducer> = ReducerBuilder<Feature.State, Feature.Action>

@_documentation(visibility: internal)
extension ReducerBuilder {
  // The second parameter keeps the compiler from opening a hidden type, which is for the next one.
  /// A reducer in the list.
  @inlinable
  public static func buildExpression<Child: Reducer<State, Action>>(
    _ child: Child, _ type: Child.Type = Child.self
  ) -> Child {
    child
  }

  /// A reducer in the list whose type is hidden.
  @inlinable
  @_disfavoredOverload
  public static func buildExpression(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
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

/// Several reducers as one: each runs on every action, in order, and their effects are merged.
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
/// It is there to apply an operator, such as `ifLet`, to several reducers at once.
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  @usableFromInline let reducers: Reducers

  /// Combines the reducers that the closure lists.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  /// The reducers that the closure listed, built.
  @_documentation(visibility: internal)
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> { reducers.assemble() }

  /// Runs the reducers that the closure listed.
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

  /// Leaves the state as it is.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

extension Optional: Reducer where Wrapped: Reducer {
  /// The state of the reducer that may be there.
  public typealias State = Wrapped.State
  /// The actions of the reducer that may be there.
  public typealias Action = Wrapped.Action
  /// None: the reducer is built.
  public typealias Body = Never

  /// The reducer, built, or one that does nothing.
  @_documentation(visibility: internal)
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
