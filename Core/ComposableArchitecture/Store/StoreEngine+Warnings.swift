import DependencyInjection
import ValueDump

extension StoreEngine {
  /// Warns of an action that was sent while the reducer was changing the state.
  ///
  /// It is reduced next, so nothing is lost, but who sent it does not see what it changes.
  func warnOfSending(_ action: Action) {
    reportIssue(
      """
      An action was sent to a store while its reducer was reducing another one:

        Action:
      \(String(customDumping: action, indent: 4))

      It is reduced when the reducer has returned. Return an effect that sends it instead, as by \
      "Effect.send", so that tests see it and its order is plain.
      """, severity: .warning)
  }
}
