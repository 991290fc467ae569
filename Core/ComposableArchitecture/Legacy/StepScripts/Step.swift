import DependencyInjection

// Replaced by the `send` and `receive` of a `TestStore`.

/// A step of a test's script, as a value: an action, and what it makes of the state.
///
///     let steps: [Step<CounterFeature.State, CounterFeature.Action>] = [
///       Step(.send, .incrTapped) { $0.count = 1 },
///       Step(.receive, .decrTapped) { $0.count = 0 },
///     ]
public struct Step<State, Action> {
  /// Where the action of a step comes from.
  public enum Kind: Equatable, Sendable {
    /// The test sends it, as a user would.
    case send
    /// The first effect that is pending sends it.
    case receive
  }

  /// Where the action comes from.
  public let kind: Kind
  /// The action.
  public let action: Action
  let update: (inout State) -> Void
  let location: CodeLocation

  /// Creates a step, whose closure turns the state before it into the one after it.
  ///
  /// Without a closure the state must stay as it is.
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

/// Performs a script of steps on a reducer, and fails where it does something else.
///
/// Each step reports at its own line; what is left at the end is reported at the line of the call. An
/// effect that sends nothing needs no step. The timeout is how long one effect may take.
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

/// Performs a script of steps, made by a program, on a reducer.
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

/// Performs a script of steps on a function that reduces actions.
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

/// Performs a script of steps, made by a program, on a function that reduces actions.
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

/// Performs a script of steps on a reducer with an explicit environment.
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
