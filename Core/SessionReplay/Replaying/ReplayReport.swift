/// What came of replaying one log.
package struct ReplayReport: Sendable {
  /// The path of the log.
  package let path: String
  /// The verdict.
  package var verdict: Verdict
  /// How many steps were as recorded, before the first that was not.
  package var verifiedSteps: UInt64 = 0
  /// How many steps the log has, as far as it can be read.
  package var stepCount: UInt64 = 0
  /// How many steps were lost before the log was recovered.
  package var lostSteps: UInt64 = 0
}
