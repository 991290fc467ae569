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
  /// How the log fits today's types; `nil` if it is of these types.
  package var fit: SchemaFit?
  /// The recorded steps that lead to the first that differs, and that one, each on a line.
  package var context: [String] = []
  /// The steps that differ if each begins with the recorded state; `nil` if they were not asked for.
  package var differing: DifferingSteps?
}

/// The steps of a log that differ, each from its recorded state.
package struct DifferingSteps: Sendable {
  /// More steps than this are counted only.
  private static let limit = 100

  /// How many there are.
  package private(set) var count: UInt64 = 0
  /// The first of them.
  package private(set) var first: [Divergence] = []

  mutating func append(_ divergence: Divergence) {
    count += 1
    if first.count < Self.limit { first.append(divergence) }
  }
}
