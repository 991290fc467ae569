public import CaseKeyPaths

/// A tree of reducers built into one function.
///
/// A store builds its reducer once. Bodies are not evaluated, and case key paths not instantiated,
/// for every action.
public struct AssembledReducer<State, Action> {
  /// Evolves the state, and returns what is to be done outside.
  public let reduce: (inout State, Action) -> Effect<Action>

  /// The case of actions that it is about, if it does nothing on others.
  @usableFromInline let tag: CaseTag<Action>?

  /// The reducers that it runs one after the other, if it is a list of such.
  @usableFromInline let parts: [AssembledReducer]

  /// Creates a reducer of a function.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.init(tag: nil, reduce)
  }

  /// Creates a reducer of a function that does nothing on actions of other cases.
  @inlinable
  init(tag: CaseTag<Action>?, _ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduce = reduce
    self.tag = tag
    parts = []
  }

  @inlinable
  init(parts: [AssembledReducer], _ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduce = reduce
    tag = nil
    self.parts = parts
  }
}

/// A reducer that arranges other reducers, by the function that builds it.
///
/// Operators make their functions where they are used, in code that the compiler specialises for the
/// features at hand: what runs for every action is then free of generics.
public struct ReducerOperator<State, Action>: Reducer {
  @usableFromInline let build: () -> AssembledReducer<State, Action>

  /// Creates a reducer of the function that builds it; each store calls it once.
  @inlinable
  public init(_ build: @escaping () -> AssembledReducer<State, Action>) {
    self.build = build
  }

  /// Builds the reducer.
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> { build() }

  /// Builds the reducer and runs it; a store builds it once instead.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    build().reduce(&state, action)
  }
}
