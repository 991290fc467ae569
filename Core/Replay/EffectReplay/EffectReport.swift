package import SessionReplay

/// The result of replaying the effects of a log.
package struct EffectReport: Sendable {
  /// The number of effects that did what is recorded.
  package let verifiedCount: Int
  package let unverified: [UnverifiedEffect]
  /// The difference of the first effect that did something else.
  package let divergence: Divergence?
  /// The reason why no effect of the log can be verified; `nil` if some can.
  package let obstacle: String?
  /// The index of the session's item that was due at the divergence, if there was one.
  package internal(set) var item: Int?
  /// The effects that did not begin by the end of the session.
  package internal(set) var missing: [(step: UInt64, position: Int)] = []
  /// The call that the effect made instead of the recorded one, if it made another one.
  package internal(set) var call: (endpoint: Int, arguments: [UInt8])?

  static func unverified(_ obstacle: String) -> EffectReport {
    EffectReport(verifiedCount: 0, unverified: [], divergence: nil, obstacle: obstacle)
  }
}

/// An effect that could not be verified.
package struct UnverifiedEffect: Hashable, Sendable {
  package let step: UInt64
  /// The position among the effects of the step, from 1.
  package let position: Int
  package let reason: String
}

extension ReplayReport {
  /// Adds the result of replaying the effects of a log whose steps match.
  package mutating func add(_ report: EffectReport) {
    var effects = VerifiedEffects()
    effects.verified = UInt64(report.verifiedCount)
    effects.unverified = report.unverified.map {
      "effect \($0.position) of step \($0.step): \($0.reason)"
    }
    effects.obstacle = report.obstacle
    self.effects = effects
    if let divergence = report.divergence { verdict = .diverged(divergence) }
  }
}
