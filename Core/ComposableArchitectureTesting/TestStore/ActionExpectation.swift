/// The action that a test expects an effect to send.
struct ActionExpectation<Action> {
  /// What is expected, in words for failures.
  enum Kind {
    /// This action.
    case action(Action)
    /// An action of a case, whatever its value.
    case casePath
    /// An action that a function picks.
    case predicate
  }

  let kind: Kind
  let matches: (Action) -> Bool

  /// The very action, if the test names one.
  var action: Action? {
    guard case .action(let action) = kind else { return nil }
    return action
  }
}
