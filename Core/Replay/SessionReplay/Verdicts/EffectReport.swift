import SessionDocument

/// The result of running the effects of a log in a replay.
package struct EffectReport: Codable, Equatable, Sendable {
  /// The number of effects that did what is recorded.
  package var verifiedCount = 0
  package var unverified: [UnverifiedEffect] = []
  /// The difference of the first effect that differed, until it becomes the verdict.
  package var divergence: Divergence?
  /// The steps and calls before the difference, until it becomes the verdict.
  package var context: StepContext?
  /// The reason why no effect of the log can be verified; `nil` if some can.
  package var obstacle: String?

  package init() {}

  package static func unverified(_ obstacle: String) -> EffectReport {
    var report = EffectReport()
    report.obstacle = obstacle
    return report
  }
}

/// An effect that could not be verified.
package struct UnverifiedEffect: Codable, Hashable, Sendable {
  package let step: UInt64
  /// The position among the effects of the step, from 1.
  package let position: Int
  package let reason: String

  package init(step: UInt64, position: Int, reason: String) {
    (self.step, self.position, self.reason) = (step, position, reason)
  }
}

extension UnverifiedEffect: CustomStringConvertible {
  package var description: String { "effect \(position) of step \(step): \(reason)" }
}

extension EffectReport {
  /// The text that follows the number of verified steps.
  var text: String {
    if let obstacle { return "; its effects are not verified: \(obstacle)" }
    let left = UInt64(unverified.count)
    return ", \(UInt64(verifiedCount).counted("effect")) run and verified"
      + (left > 0 ? ", \(left.counted("effect")) not verified" : "")
  }
}

extension ReplayReport {
  /// Adds the result of running the effects of a log whose steps match.
  package mutating func add(_ effects: EffectReport) {
    self.effects = effects
    let context = self.effects?.context.take()
    if var divergence = self.effects?.divergence.take() {
      divergence.recordedEffect = context?.effect
      verdict = .diverged(divergence)
    }
    if let context { describe(context) }
  }
}
