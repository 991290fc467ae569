/// A type that evolves the state of a feature when an action arrives, and returns its effects.
///
/// A reducer implements either `body`, out of other reducers, or `reduce(into:action:)`. It is pure:
/// whatever it needs from the world comes through `@Dependency`.
public protocol Reducer<State, Action> {
  /// What the feature knows.
  associatedtype State

  /// What can happen in the feature.
  associatedtype Action

  /// The type of the reducer's body; `Never` where `reduce(into:action:)` is implemented.
  associatedtype Body

  /// Evolves the state, and returns what is to be done outside.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducer, composed of other reducers, which run one after the other.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Builds the tree of reducers once, as one function that a store can run for every action.
  ///
  /// Implemented for every reducer; only an operator that wraps other reducers has its own.
  func assemble() -> AssembledReducer<State, Action>
}

/// A reducer of another reducer's state and actions.
public typealias ReducerOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

extension Reducer where Body == Never {
  /// A reducer that implements `reduce(into:action:)` has no body.
  public var body: Body {
    fatalError(
      "\(Self.self) has no body: it implements 'reduce(into:action:)', which is to be called instead"
    )
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs the body.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  /// Builds the body.
  @_documentation(visibility: internal)
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> {
    Assembly.body(of: Self.self) { body.assemble() }
  }
}

@_documentation(visibility: internal)
extension Reducer {
  /// Takes the reducer's own function.
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> {
    AssembledReducer { state, action in reduce(into: &state, action: action) }
  }
}

/// A reducer made of a closure, or of another reducer whose type it hides.
///
/// <!-- context: reducer -->
///     var body: some ReducerOf<Self> {
///       Reduce { state, action in
///         guard case .profile(.saveTapped) = action else { return .none }
///         state.isEdited = false
///         return .none
///       }
///     }
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
  @_documentation(visibility: internal)
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> { build() }

  /// Calls the closure, or builds and runs the hidden reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    build().reduce(&state, action)
  }
}
