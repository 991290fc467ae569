package import SessionReplay

/// The failure or condition that a changed session must show.
package enum MinimizerGoal: Codable, Hashable, Sendable {
  /// The last step diverges in the same way as in the recorded session.
  case divergence(VerdictKey)
  /// The app crashes in a step in the same way as in the recorded session.
  case crash(VerdictKey)
  /// The app crashes in any step, whatever the log recorded.
  case anyCrash
  /// The app performs all steps.
  case end
  /// A condition holds for the state after some step.
  case condition(String)
  /// An effect differs from the log in the same way as when the whole session is replayed.
  case call(CallGoal)

  var isDivergence: Bool {
    if case .divergence = self { true } else { false }
  }

  var isCrash: Bool {
    switch self {
    case .crash, .anyCrash: true
    case .divergence, .end, .condition, .call: false
    }
  }

  /// Returns the index of the last step of a candidate that can be reduced. A crash ends the app.
  func lastReducedStep(of candidate: SessionCandidate) -> Int? {
    isCrash ? candidate.stepIndices.last.map { $0 - 1 } : nil
  }

  var call: CallGoal? {
    if case .call(let goal) = self { goal } else { nil }
  }

  var kind: VerdictKey.Kind? {
    if case .divergence(let key) = self { key.kind } else { nil }
  }
}

extension MinimizerGoal {
  /// Returns the goal with a different name for the action; a goal without an action stays the
  /// same.
  func naming(action: String) -> MinimizerGoal {
    func named(_ key: VerdictKey) -> VerdictKey {
      key.action.isEmpty
        ? key
        : VerdictKey(key.kind, verdict: key.verdict, action: action, subject: key.subject)
    }
    return switch self {
    case .divergence(let key): .divergence(named(key))
    case .crash(let key): .crash(named(key))
    case .anyCrash, .end, .condition, .call: self
    }
  }
}

/// A difference of an effect that a smaller session must still show.
package struct CallGoal: Codable, Hashable, Sendable {
  package let key: VerdictKey
  /// The index of the step that returned the effect.
  package let stepIndex: Int
  private let position: Int
  private let expected: String
  private let actual: String

  init(key: VerdictKey, stepIndex: Int, call: CallDivergence) {
    (self.key, self.stepIndex) = (key, stepIndex)
    (position, expected, actual) = (call.position, call.expected, call.actual)
  }

  /// Whether an effect differs in this way. Both texts must be the same, because the recorded call
  /// is the expected one only if the removed steps have no influence on it.
  func isMet(by call: CallDivergence, ofStepAt stepIndex: Int) -> Bool {
    stepIndex == self.stepIndex && call.cause.rawValue == key.subject
      && call.position == position && call.expected == expected && call.actual == actual
  }
}
