public import DependencyInjection
import Dispatch
public import ReducerRuntime
import SharedState

/// A store for tests, in which each state change and each action of an effect must be asserted.
///
///     let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
///     await store.send(.incrTapped) { $0.count = 1 }
///
/// The store uses the same engine as `Store`. When it is deallocated, actions that weren't received
/// and effects that are still running fail the test. If the test's last effect leaves the main
/// actor before it ends, call `finish()` to wait for it.
@MainActor
public final class TestStore<State, Action> {
  let engine: StoreEngine<State, Action>
  let journal = StepJournal<State, Action>()
  let work = TestWork(isSerial: true)
  private let origin: CodeLocation

  /// The state after the last asserted action.
  public internal(set) var state: State

  /// The default timeout of `receive` and `finish`.
  package var timeLimit: Duration = .seconds(1)

  /// The extent to which the test must assert the behavior of the store.
  public var exhaustivity: Exhaustivity = .on

  /// Whether the feature has dismissed itself through `@Dependency(\.dismiss)`.
  public internal(set) var isDismissed = false

  /// The dependencies that the reducer and its effects see, starting with the next action.
  public var dependencies: DependencyValues {
    get {
      // Copied while being changed, because reading a default to change it doesn't count as a use.
      var values = engine.dependencies
      DependencyValues.run(under: values) {
        withDependencies {
          values = $0
        } operation: {
        }
      }
      return values
    }
    set { engine.dependencies = newValue }
  }

  /// Creates a store with an initial state and a reducer, optionally overriding dependencies.
  ///
  /// The types of state and actions are inferred from the reducer:
  /// `TestStore(initialState: .init())`.
  public init<R: Reducer>(
    initialState: @autoclosure () -> R.State, reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where State: Equatable, R.State == State, R.Action == Action {
    let dismissal = Dismissal()
    let timeline = journal.timeline
    let dependencies = withDependencies {
      $0.dismiss = DismissEffect { dismissal.dismiss() }
      $0.sharedScope = .tracked(timeline)
      prepareDependencies(&$0)
    } operation: {
      DependencyValues.current
    }
    let state = DependencyValues.run(under: dependencies) { initialState() }
    self.state = state
    origin = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    engine = StoreEngine(
      state: state, reducer: { reducer().assemble() }, dependencies: dependencies,
      observer: journal)
    SharedScope.begin()
    dismissal.act = { [weak self] in
      self?.isDismissed = true
      self?.engine.cancelEffects()
    }
  }

  // Not isolated, because an isolated deinitializer can't access task-local values, including the
  // current test.
  deinit {
    let (engine, journal, exhaustivity) = (engine, journal, exhaustivity)
    let failures = onMainActor {
      Self.leftovers(
        journal: journal, steps: engine.stepsWithUncancelledEffects
      ).map(\.description)
    }
    SharedScope.end()
    for failure in failures { origin.report(failure, exhaustivity) }
  }
}

/// A test store for a feature.
public typealias TestStoreOf<Feature: Reducer> = TestStore<Feature.State, Feature.Action>

/// The response to a feature's self-dismissal, which is set after the store has been initialized.
@MainActor
private final class Dismissal {
  var act: () -> Void = {}

  func dismiss() {
    act()
  }
}

/// Runs a function on the main actor, which never waits for other threads, so this can't deadlock.
func onMainActor<Result: Sendable>(_ body: @MainActor () -> Result) -> Result {
  if DispatchQueue.getSpecific(key: MainQueueMark.key) != nil {
    return MainActor.assumeIsolated(body)
  }
  return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
}

private enum MainQueueMark {
  static let key = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}
