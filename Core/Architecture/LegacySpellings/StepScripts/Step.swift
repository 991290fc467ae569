import DependencyInjection
import Issues
public import ReducerRuntime
import TestStores

// Replaced by the `send` and `receive` of a `TestStore`.

/// A step of a test script: an action and the state change that it causes.
///
///     let steps: [Step<CounterFeature.State, CounterFeature.Action>] = [
///       Step(.send, .incrTapped) { $0.count = 1 },
///       Step(.receive, .decrTapped) { $0.count = 0 },
///     ]
public struct Step<State, Action> {
  /// The source of a step's action.
  public enum Kind: Equatable, Sendable {
    /// The test sends the action, as a user would.
    case send
    /// The first pending effect sends the action.
    case receive
  }

  /// The source of the action.
  public let kind: Kind
  /// The action of the step.
  public let action: Action
  let update: (inout State) -> Void
  let location: CodeLocation

  /// Creates a step with a closure that changes the state before the step to the state after it.
  ///
  /// Without a closure, the state must not change.
  public init(
    _ kind: Kind, _ action: Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ update: @escaping (_ state: inout State) -> Void = { _ in }
  ) {
    self.kind = kind
    self.action = action
    self.update = update
    location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Runs a script of steps on a reducer, and fails the test wherever the result differs.
///
/// Each step reports failures at its own line. Failures at the end are reported at the line of the
/// call. An effect that sends no actions needs no step. The timeout applies to each effect.
@MainActor
public func assert<R: Reducer>(
  initialValue: R.State, reducer: R, steps: Step<R.State, R.Action>...,
  timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async where R.State: Equatable, R.Action: Equatable {
  await assert(
    initialValue: initialValue, reducer: reducer, steps: steps,
    timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs a script with an array of steps on a reducer.
@MainActor
public func assert<R: Reducer>(
  initialValue: R.State, reducer: R, steps: [Step<R.State, R.Action>],
  timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async where R.State: Equatable, R.Action: Equatable {
  let script = StepScript(
    initialValue: initialValue, reducer: reducer, timeout: timeout,
    end: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  await script.perform(steps)
}

/// Runs a script of steps on a reducing function.
@MainActor
public func assert<State: Equatable, Action: Equatable>(
  initialValue: State,
  reducer: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>,
  steps: Step<State, Action>...,
  timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async {
  await assert(
    initialValue: initialValue, reducer: Reduce(reducer), steps: steps,
    timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs a script with an array of steps on a reducing function.
@MainActor
public func assert<State: Equatable, Action: Equatable>(
  initialValue: State,
  reducer: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>,
  steps: [Step<State, Action>],
  timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async {
  await assert(
    initialValue: initialValue, reducer: Reduce(reducer), steps: steps,
    timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs a script of steps on a reducer with an explicit environment.
@MainActor
public func assert<State: Equatable, Action: Equatable, Environment>(
  initialValue: State, reducer: AnyReducer<State, Action, Environment>,
  environment: Environment, steps: Step<State, Action>...,
  timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async {
  await assert(
    initialValue: initialValue, reducer: Reduce(reducer, environment: environment), steps: steps,
    timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
}
