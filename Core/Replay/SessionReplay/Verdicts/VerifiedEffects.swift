/// The effects of a log that were run in a replay.
package struct VerifiedEffects: Codable, Equatable, Sendable {
  /// The number of effects that did what is recorded.
  package var verified: UInt64 = 0
  /// Descriptions of the effects that could not be verified.
  package var unverified: [String] = []
  /// The reason why no effect of the log can be verified; `nil` if some can.
  package var obstacle: String?

  package init() {}
}

extension VerifiedEffects {
  /// The text that follows the number of verified steps.
  var text: String {
    if let obstacle { return "; its effects are not verified: \(obstacle)" }
    let left = UInt64(unverified.count)
    return ", \(verified.counted("effect")) run and verified"
      + (left > 0 ? ", \(left.counted("effect")) not verified" : "")
  }
}
