/// What a test store finds wrong with a step of a test.
enum StepFailure<State, Action> {
  /// The state is another than the one that the test expects.
  case wrongState(expected: State, actual: State)
  /// The state changed, and the test expects no change.
  case unexpectedChange(expected: State, actual: State)
  /// The test expects a change, but neither the action nor the test's closure changes anything.
  case noChange
  /// The closure that is to make the expected change threw.
  case closureThrew(any Error)
  /// Actions that effects sent wait to be received while another is sent.
  case unhandledBeforeSend([Action])
  /// Actions that effects sent were never received.
  case unhandled([Action])
  /// No action arrived, or none that matches; `running` are those whose effects could still send one.
  case nothingReceived(
    ActionExpectation<Action>.Kind, isAny: Bool, timeout: Duration, running: [Action])
  /// Another action arrived; `isLater` if one that was expected has arrived after it.
  case unexpectedAction(Action, expected: Action?, isLater: Bool)
  /// Actions that effects sent were passed over.
  case skippedActions([Action])
  /// An action was sent to a feature that has dismissed itself.
  case dismissed(Action)
  /// An effect of the action has not ended.
  case effectStillRunning(Action)
}
