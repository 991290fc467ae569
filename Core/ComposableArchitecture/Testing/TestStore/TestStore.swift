public import DependencyInjection
import Dispatch
import SharedState

/// A store for tests: every change of state and every action of an effect must be asserted.
///
///     let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
///     await store.send(.incrTapped) { $0.count = 1 }
///
/// It runs on the same engine as `Store`. What is left unasserted when it goes away, actions that
/// were not received and effects that still run, fails the test. A test whose last effect leaves the
/// main actor before it ends calls `finish()`, which waits for it.
@MainActor
public final class TestStore<State, Action> {
  let engine: StoreEngine<State, Action>
  let journal = StepJournal<State, Action>()
  let work = TestWork(isSerial: true)
  private let origin: CodeLocation

  /// The state as far as it has been asserted.
  public internal(set) var state: State

  /// How long `receive` and `finish` wait, unless they say otherwise.
  var timeLimit: Duration = .seconds(1)

  /// How much of what happens a test has to assert.
  public var exhaustivity: Exhaustivity = .on

  /// Whether the feature has dismissed itself through `@Dependency(\.dismiss)`.
  public internal(set) var isDismissed = false

  /// The dependencies that the reducer and its effects see from the next action on.
  public var dependencies: DependencyValues {
    get {
      // A copy that is being changed, so that reading a default to change it is no use of it.
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

  /// Creates a store of an initial state and a reducer, under overridden dependencies.
  ///
  /// The types of state and actions are those of the reducer: `TestStore(initialState: .init())`.
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

  // Not isolated: an isolated one hides what is local to the task, and with it the test that runs.
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

/// A test store of a feature.
public typealias TestStoreOf<Feature: Reducer> = TestStore<Feature.State, Feature.Action>

/// What a feature does that dismisses itself, once the store is there.
@MainActor
private final class Dismissal {
  var act: () -> Void = {}

  func dismiss() {
    act()
  }
}

/// Runs a function on the main actor from wherever the caller is, and returns when it has run.
///
/// The main actor never waits for a thread, so waiting for it cannot lock both.
func onMainActor<Result: Sendable>(_ body: @MainActor () -> Result) -> Result {
  if DispatchQueue.getSpecific(key: MainQueueMark.key) != nil {
    return MainActor.assumeIsolated(body)
  }
  return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
}

/// What tells the main queue, which the main actor runs on, from all others.
private enum MainQueueMark {
  static let key = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}
