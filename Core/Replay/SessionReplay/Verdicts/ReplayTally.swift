import RecordCoding

package struct ReplayTally: Equatable, Sendable {
  package private(set) var logs = 0
  package private(set) var verifiedSteps: UInt64 = 0
  /// The number of effects that were run and verified; `nil` if effects were not run.
  package private(set) var verifiedEffects: UInt64?
  package private(set) var lostSteps: UInt64 = 0
  package private(set) var gaps = 0
  /// The number of logs whose last step ended the recorded app, but not the replayed app.
  package private(set) var survivals = 0
  package private(set) var microseconds: UInt64 = 0
  private var counts: [Verdict.Kind: Int] = [:]

  package init(_ reports: some Sequence<ReplayReport> = []) {
    for report in reports { add(report) }
  }

  package mutating func add(_ report: ReplayReport) {
    logs += 1
    verifiedSteps.addClamped(report.verifiedSteps)
    if let effects = report.effects {
      verifiedEffects = verifiedEffects ?? 0
      verifiedEffects?.addClamped(UInt64(effects.verifiedCount))
    }
    lostSteps.addClamped(report.lostSteps)
    gaps.addClamped(report.gapCount)
    if report.survivedStep != nil { survivals += 1 }
    microseconds.addClamped(report.microseconds)
    counts[report.verdict.kind, default: 0] += 1
  }

  package func count(of kind: Verdict.Kind) -> Int { counts[kind] ?? 0 }

  /// The worst verdict; `match` if there are no logs.
  package var worst: Verdict.Kind { counts.keys.max() ?? .match }
}
