/// The failure or condition that a smaller session must still show.
package enum MinimizerGoal: Codable, Hashable, Sendable {
  /// The last step diverges in the same way as in the recorded session.
  case divergence(VerdictKey)
  /// The app crashes in a step in the same way as in the recorded session.
  case crash(VerdictKey)
  /// The app crashes in any step, whatever the log recorded.
  case anyCrash
  /// A condition holds for the state after some step.
  case condition(String)

  var isDivergence: Bool {
    if case .divergence = self { true } else { false }
  }

  var kind: VerdictKey.Kind? {
    if case .divergence(let key) = self { key.kind } else { nil }
  }
}

extension MinimizerGoal {
  /// Returns the goal with another name for the action; a goal without an action stays the same.
  func naming(action: String) -> MinimizerGoal {
    func named(_ key: VerdictKey) -> VerdictKey {
      key.action.isEmpty
        ? key
        : VerdictKey(key.kind, verdict: key.verdict, action: action, subject: key.subject)
    }
    return switch self {
    case .divergence(let key): .divergence(named(key))
    case .crash(let key): .crash(named(key))
    case .anyCrash, .condition: self
    }
  }
}
