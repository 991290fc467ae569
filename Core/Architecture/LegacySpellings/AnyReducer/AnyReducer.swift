public import ReducerRuntime
public import TestStores

// The first form of the architecture, replaced by `Reducer` and `@Dependency`. Use `AnyReducer(_:)`
// to combine a migrated feature with others, and `Reduce(_:environment:)` for the opposite
// direction.

/// A reducer defined by a closure whose environment provides all external dependencies.
///
///     let counter = AnyReducer<Int, CounterFeature.Action, Void> { count, action, _ in
///       count += action == .incrTapped ? 1 : -1
///       return .none
///     }
///
/// A store passes the environment once, when it builds the reducer.
public struct AnyReducer<State, Action, Environment>: Sendable {
  let assemble: @Sendable (Environment) -> AssembledReducer<State, Action>

  init(assemble: @escaping @Sendable (Environment) -> AssembledReducer<State, Action>) {
    self.assemble = assemble
  }

  /// Creates a reducer from a closure.
  public init(
    _ reduce:
      @escaping (_ state: inout State, _ action: Action, _ environment: Environment)
      -> Effect<Action>
  ) {
    // `nonisolated(unsafe)`, because reducers of these years keep values in captured variables.
    // Stores run them on the main actor only.
    nonisolated(unsafe) let reduce = reduce
    assemble = { environment in
      AssembledReducer { state, action in reduce(&state, action, environment) }
    }
  }

  /// Creates a reducer from a reducer that uses dependencies or parts of the environment.
  public init(
    @ReducerBuilder<State, Action> _ build:
      @escaping @Sendable (_ environment: Environment) -> some Reducer<State, Action>
      & SendableMetatype
  ) {
    assemble = { environment in build(environment).assemble() }
  }

  /// A reducer that does nothing.
  public static var empty: Self {
    Self(assemble: { _ in AssembledReducer { _, _ in .none } })
  }

  /// Builds the reducer, updates the state and returns an effect.
  public func run(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action> {
    assemble(environment).reduce(&state, action)
  }

  /// Updates the state and returns an effect: `reducer(&state, action, environment)`.
  public func callAsFunction(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action> {
    run(&state, action, environment)
  }
}

extension Reduce {
  /// Creates a reducer from an `AnyReducer` and its environment.
  public init<Environment>(
    _ reducer: AnyReducer<State, Action, Environment>, environment: Environment
  ) {
    self.init(build: { reducer.assemble(environment) })
  }
}

extension AnyReducer {
  /// Creates a reducer that runs others in order on every action, and merges their effects.
  public static func combine(_ reducers: Self...) -> Self {
    combine(reducers)
  }

  /// Creates a reducer that runs others in order on every action, and merges their effects.
  public static func combine(_ reducers: [Self]) -> Self {
    Self(assemble: { environment in
      let parts = reducers.map { $0.assemble(environment).reduce }
      return AssembledReducer { state, action in
        var effect: Effect<Action> = .none
        for reduce in parts { effect = effect.merge(with: reduce(&state, action)) }
        return effect
      }
    })
  }

  /// Returns a reducer that runs this one and then a second one.
  public func combined(with other: Self) -> Self {
    .combine(self, other)
  }
}

extension AnyReducer where Action: BindableAction, Action.State == State {
  /// Returns a reducer that sets the field that a binding action specifies, and then runs this one.
  public func binding() -> Self {
    let reducer = BindingReducer<State, Action, Action>()
    return Self { state, action, _ in reducer.reduce(into: &state, action: action) }
      .combined(with: self)
  }
}

extension Store {
  /// Creates a store with an initial state and a reducer with its environment.
  public convenience init<Environment>(
    initialState: @autoclosure () -> State,
    reducer: AnyReducer<State, Action, Environment>, environment: Environment
  ) {
    self.init(initialState: initialState()) { Reduce(reducer, environment: environment) }
  }
}

extension TestStore {
  /// Creates a store with an initial state and a reducer with its environment.
  public convenience init<Environment>(
    initialState: @autoclosure () -> State,
    reducer: AnyReducer<State, Action, Environment>, environment: Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where State: Equatable {
    self.init(
      initialState: initialState(), reducer: { Reduce(reducer, environment: environment) },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension EnvironmentTestStore {
  /// Creates a store with an initial state and a reducer with its environment.
  public convenience init(
    initialState: @autoclosure () -> State,
    reducer: AnyReducer<State, Action, Environment>, environment: Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      initialState: initialState(), environment: environment, assemble: reducer.assemble,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
