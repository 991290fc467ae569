public import DependencyInjection
public import ReducerRuntime

/// A test store for a reducer with an environment, which a test can change between actions.
///
///     let counter = AnyReducer<Int, CounterFeature.Action, Int> { count, action, step in
///       count += action == .incrTapped ? step : -step
///       return .none
///     }
///     let store = EnvironmentTestStore(initialState: 0, reducer: counter, environment: 1)
///     store.environment = 2
///     await store.send(.incrTapped) { $0 = 2 }
///
/// For packages that enable the trait `EarlierTypes`, `TestStore` is this class. The environment of
/// a reducer without one is `Void`.
@preconcurrency @MainActor
public final class EnvironmentTestStore<State: Equatable, Action, Environment>:
  TestStore<State, Action>
{
  private let rebuilding: RebuiltReducer<State, Action, Environment>

  /// The environment that the reducer sees, starting with the next action.
  public var environment: Environment {
    get { rebuilding.environment }
    set { rebuilding.environment = newValue }
  }

  /// Creates a store with an initial state and a function that builds the reducer.
  package init(
    initialState: @autoclosure () -> State, environment: Environment,
    assemble: @escaping (Environment) -> AssembledReducer<State, Action>,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    let rebuilding = RebuiltReducer(environment, assemble)
    self.rebuilding = rebuilding
    super.init(
      initialState: initialState(),
      reducer: { Reduce { rebuilding.reduce(&$0, $1) } },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a store with an initial state and a reducer, optionally overriding dependencies.
  public init<R: Reducer>(
    initialState: @autoclosure () -> R.State, reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action, Environment == Void {
    rebuilding = RebuiltReducer(()) { _ in AssembledReducer { _, _ in .none } }
    super.init(
      initialState: initialState(), reducer: reducer, withDependencies: prepareDependencies,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A reducer that is built again after a change of its environment.
private final class RebuiltReducer<State, Action, Environment> {
  var environment: Environment { didSet { built = nil } }
  private let assemble: (Environment) -> AssembledReducer<State, Action>
  private var built: AssembledReducer<State, Action>?

  init(
    _ environment: Environment,
    _ assemble: @escaping (Environment) -> AssembledReducer<State, Action>
  ) {
    self.environment = environment
    self.assemble = assemble
  }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    let built = built ?? assemble(environment)
    self.built = built
    return built.reduce(&state, action)
  }
}
