import ValueDump

/// A type that evolves the state of a feature when an action arrives, and returns its effects.
///
/// A reducer implements either `body`, which composes other reducers, or `reduce(into:action:)`. A
/// reducer is pure: it accesses the outside world only through `@Dependency`.
public protocol Reducer<State, Action> {
  /// The state of the feature.
  associatedtype State

  /// The actions that the feature handles.
  associatedtype Action

  /// The type of the reducer's body, or `Never` if it implements `reduce(into:action:)`.
  associatedtype Body

  /// Updates the state for an action, and returns an effect that the store should run.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// A composition of other reducers, which run in sequence.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Builds the tree of reducers once, as one function that a store runs for every action.
  ///
  /// All reducers have a default implementation, except operators that wrap other reducers.
  func assemble() -> AssembledReducer<State, Action>
}

/// A reducer with the state and the actions of a feature.
public typealias ReducerOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

extension Reducer where Body == Never {
  /// A placeholder that must not be called, because the reducer implements `reduce(into:action:)`.
  public var body: Body {
    fatalError(
      """
      \(TypeNames.name(of: Self.self)) has no body: it implements 'reduce(into:action:)'. Call \
      that method instead.
      """
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
  /// Builds the reducer from its `reduce(into:action:)` method.
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> {
    AssembledReducer { state, action in reduce(into: &state, action: action) }
  }
}

/// A reducer defined by a closure, or by a reducer whose type it hides.
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

  /// Creates a reducer from a closure.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    build = { AssembledReducer(reduce) }
  }

  // With a generic parameter, or without a second one for a function, an error within a closure
  // would be reported as a closure in place of a reducer.
  /// Creates a reducer that hides the type of a given reducer.
  @inlinable
  public init(_ reducer: any Reducer<State, Action>, _ none: ((Never) -> Never)? = nil) {
    build = { reducer.assemble() }
  }

  package init(build: @escaping () -> AssembledReducer<State, Action>) {
    self.build = build
  }

  /// Builds the reducer from the closure or the hidden reducer.
  @_documentation(visibility: internal)
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> { build() }

  /// Calls the closure, or builds and runs the hidden reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    build().reduce(&state, action)
  }
}
