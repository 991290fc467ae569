import DependencyInjection
import Issues
import ValueDump

extension StoreEngine {
  /// Warns about an action that was sent while the reducer was changing the state.
  ///
  /// The action is reduced next, so it isn't lost, but its sender doesn't see the result.
  func warnAboutReentrantSend(_ action: Action) {
    reportIssue(
      """
      An action was sent to a store while its reducer was reducing another one:

        Action:
      \(String(customDumping: action, indent: 4))

      It is reduced when the reducer has returned. Return an effect that sends it instead, \
      such as "Effect.send", so that tests see the action and the order is clear.
      """, at: nil, severity: .note)
  }
}
