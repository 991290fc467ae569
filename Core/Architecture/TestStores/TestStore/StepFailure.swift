import ReducerRuntime
import ValueDump

package enum StepFailure<State, Action> {
  case wrongState(expected: State, actual: State)
  case unexpectedChange(expected: State, actual: State)
  /// The state differs from the state that the test expects, and shared values have changed.
  case wrongSharedState(StateDumps)
  /// The state changed, including shared values, but the test expects no change.
  case unexpectedSharedChange(StateDumps)
  /// Shared values changed before the end of the test, but the test doesn't assert the changes.
  case unassertedSharedAtEnd(StateDumps)
  case noChange
  case closureThrew(any Error)
  case unhandledBeforeSend([Action])
  case unhandled([Action])
  /// No matching action arrived. `running` are the actions whose effects could still send a
  /// matching one.
  case nothingReceived(ActionExpectation<Action>.Kind, timeout: Duration, running: [Action])
  /// A different action arrived. `isLater` is true if the expected action arrived after it.
  case unexpectedAction(Action, expected: Action?, isLater: Bool)
  case skippedActions([Action])
  case dismissed
  case effectStillRunning(Action)
}

extension StepFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongState(let expected, let actual):
      "A state change does not match expectation."
        + difference(expected, actual, legend: "(Expected: −, Actual: +)")
    case .unexpectedChange(let expected, let actual):
      "State was not expected to change, but a change occurred."
        + difference(expected, actual, legend: "(Expected: −, Actual: +)")
    case .wrongSharedState(let dumps):
      "A state change does not match expectation." + dumps.difference
    case .unexpectedSharedChange(let dumps):
      "State was not expected to change, but a change occurred." + dumps.difference
    case .unassertedSharedAtEnd(let dumps):
      unassertedAtEndText(dumps)
    case .noChange:
      """
      Expected state to change, but no change occurred.

      The trailing closure made no observable modifications to state. If no change to state is \
      expected, omit the trailing closure.
      """
    case .closureThrew(let error):
      "Threw error: \(error)"
    case .unhandledBeforeSend(let actions):
      """
      Must handle \(count(actions, "received")) before sending an action.

      Unhandled actions: \(String(customDumping: actions))
      """
    case .unhandled(let actions):
      """
      The store received \(count(actions, "unexpected")).

        Unhandled actions:
      \(actions.map(dump).joined(separator: "\n"))

      Assert each with "receive", in the order in which they arrived.
      """
    case .nothingReceived(let expected, let timeout, let running):
      missing(expected)
        + (timeout > .zero && !running.isEmpty ? " after \(timeout)" : "")
        + wanted(expected) + advice(running)
    case .unexpectedAction(let action, let expected, let isLater):
      "Received unexpected action\(isLater ? " before this one" : ""):"
        + (expected.map { difference($0, action, legend: "(Expected: −, Received: +)") }
          ?? "\n\n\(dump(action))")
    case .skippedActions(let actions):
      """
      \(count(actions, "received")) \(actions.count == 1 ? "was" : "were") skipped:

      \(actions.map(dump).joined(separator: "\n"))
      """
    case .dismissed:
      "Can't send action to dismissed test store."
    case .effectStillRunning(let action):
      stillRunningText(action)
    }
  }

  private func unassertedAtEndText(_ dumps: StateDumps) -> String {
    """
    Shared values changed after the last action, but the test does not assert the changes:\
    \(dumps.difference)

    Assert them with "store.assert { $0.$value.withLock { $0 = … } }" at the end of the test.
    """
  }

  private func stillRunningText(_ action: Action) -> String {
    """
    An effect returned for this action is still running. It must complete before the end of \
    the test.

    \(dump(action))

    If it sleeps on a clock, advance the clock or use an immediate one. If it is slow, wait \
    for it with "finish". If it lives as long as its feature, send the action that cancels \
    it, or cancel the task that "send" returned.
    """
  }

  private func missing(_ expected: ActionExpectation<Action>.Kind) -> String {
    switch expected {
    case .action: "Expected to receive the following action, but didn't"
    case .casePath: "Expected to receive an action matching case path, but didn't get one"
    case .predicate: "Expected to receive an action matching predicate, but didn't get one"
    }
  }

  private func wanted(_ expected: ActionExpectation<Action>.Kind) -> String {
    guard case .action(let action) = expected else { return "." }
    return ":\n\n\(String(customDumping: action, indent: 2))"
  }

  private func count(_ actions: [Action], _ adjective: String) -> String {
    "\(actions.count) \(adjective) \(actions.count == 1 ? "action" : "actions")"
  }

  private func dump(_ action: Action) -> String {
    String(customDumping: action, indent: 4)
  }

  private func difference<Value>(_ expected: Value, _ actual: Value, legend: String) -> String {
    let lines = diff(expected, actual, format: .proportional) ?? "(no visible difference)"
    let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
    return "\n\n\(indented)\n\n\(legend)"
  }

  private func advice(_ running: [Action]) -> String {
    guard !running.isEmpty else { return "" }
    return """


      There are effects in-flight, returned for:

      \(running.map(dump).joined(separator: "\n"))

      If the one that delivers this action sleeps on a clock, advance the clock or use an \
      immediate one. If it is slow, pass a longer "timeout".
      """
  }
}
