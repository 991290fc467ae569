public import DependencyInjection
import Dispatch
import Issues
public import ReducerRuntime
import Scheduling
import SharedState

/// A store for tests, in which each state change and each action of an effect must be asserted.
///
///     let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
///     await store.send(.incrTapped) { $0.count = 1 }
///
/// The store uses the same engine as `Store`. When it is deallocated, actions that weren't received
/// and effects that are still running fail the test. If the test's last effect leaves the main
/// actor before it ends, call `finish()` to wait for it.
@preconcurrency @MainActor
public class TestStore<State: Equatable, Action> {
  let engine: StoreEngine<State, Action>
  let journal = StepJournal<State, Action>()
  let work: TestWork
  /// The number that determines the order of the effects' work, if any.
  let seed: UInt64?
  /// Whether the test has sent an action. A drawn order starts with the first action.
  var hasSent = false
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
  ///
  /// With a seed, the test's tasks run one at a time, in an order that the seed determines. The
  /// test is one of them: `send` and `receive` may return before effects have done what they can.
  /// Asynchronous endpoints of clients created with `@DependencyClient` let other tasks run before
  /// they return. A test that fails with some seeds only has found a race:
  ///
  ///     for seed in UInt64(0)..<50 {
  ///       let store = TestStore(initialState: CounterFeature.State(), seed: seed) {
  ///         CounterFeature()
  ///       }
  ///       await store.send(.incrTapped) { $0.count = 1 }
  ///       await store.finish()
  ///     }
  public init<R: Reducer>(
    initialState: @autoclosure () -> R.State, seed: UInt64? = nil, reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    work = TestWork(isSerial: true, seed: seed)
    self.seed = seed
    let dismissal = Dismissal()
    let timeline = journal.timeline
    let dependencies = withDependencies {
      $0.dismiss = DismissEffect { dismissal.dismiss() }
      $0.sharedScope = .tracked(timeline)
      prepareDependencies(&$0)
      if seed != nil { $0.effectObserver = $0.effectObserver ?? DelayedAnswers() }
    } operation: {
      DependencyValues.current
    }
    let state = DependencyValues.run(under: dependencies) { initialState() }
    self.state = state
    origin = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    engine = StoreEngine(
      state: state, reducer: { .assembledLater(reducer()) }, dependencies: dependencies,
      observer: journal)
    SharedScope.begin()
    engine.delaysEffects = { [weak work] in work?.delaysTasks == true }
    journal.updates.work = work
    if seed != nil {
      journal.updates.isSeeded = true
      if let obstacle = RuntimeHooks.failure {
        origin.note("the seed does not change the order of effects: \(obstacle)")
      }
    }
    dismissal.act = { [weak self] in
      self?.isDismissed = true
      self?.engine.cancelEffects()
    }
  }

  // Not isolated, because an isolated deinitializer can't access task-local values, including the
  // current test.
  deinit {
    let (engine, journal, exhaustivity, seed) = (engine, journal, exhaustivity, seed)
    let failures = onMainActor {
      Self.leftovers(engine, journal, steps: engine.stepsWithUncancelledEffects)
        .map { Self.text(of: $0, seed) }
    }
    SharedScope.end()
    for failure in failures { origin.report(failure, exhaustivity) }
  }
}

extension AssembledReducer {
  /// Returns a reducer that is built by its first action, with the dependencies that the test has
  /// set until then.
  fileprivate static func assembledLater(_ reducer: some Reducer<State, Action>) -> Self {
    var assembled: Self?
    return Self { state, action in
      let built = assembled ?? reducer.assemble()
      assembled = built
      return built.reduce(&state, action)
    }
  }
}

/// A test store for a feature.
public typealias TestStoreOf<Feature: Reducer> = TestStore<Feature.State, Feature.Action>
where Feature.State: Equatable

/// The response to a feature's self-dismissal, which is set after the store has been initialized.
@MainActor
private final class Dismissal {
  var act: () -> Void = {}

  func dismiss() {
    act()
  }
}

/// Runs a function on the main actor. This can't deadlock, because the main actor never waits for
/// other threads.
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
