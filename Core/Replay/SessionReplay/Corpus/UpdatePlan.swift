/// What an update of logs would write, known before anything is written.
package struct UpdatePlan: Sendable {
  /// What becomes of each log, in the order of the logs.
  package private(set) var reports: [UpdateReport] = []
  /// The replays of the logs that would be written anew.
  package let pending: [ReplayReport]
  /// The replays of the logs that cannot be written anew.
  package let refused: [ReplayReport]

  /// Decides by the replays of logs which of them are to be written anew.
  ///
  /// A log that another version recorded is the only witness of that version, so that it is left
  /// alone unless its own path is among those that were named.
  package init(_ replays: [ReplayReport], named: Set<String>) {
    var pending: [ReplayReport] = []
    var refused: [ReplayReport] = []
    for replay in replays {
      let outcome: UpdateReport.Outcome
      switch replay.verdict {
      case .match: outcome = .unchanged
      case .diverged(let divergence) where !divergence.canBeUpdated:
        outcome = .refused(replay.verdict)
      case .diverged(let divergence):
        if let version = replay.otherVersion, !named.contains(replay.path) {
          outcome = .otherVersion(version, divergence)
        } else {
          outcome = .pending(divergence)
          pending.append(replay)
        }
      case .crashed, .incompatible, .damaged, .failed: outcome = .refused(replay.verdict)
      }
      if case .refused = outcome { refused.append(replay) }
      reports.append(UpdateReport(path: replay.path, outcome: outcome))
    }
    self.pending = pending
    self.refused = refused
  }

  /// The paths of the logs that would be written anew.
  package var paths: [String] {
    reports.compactMap { report in
      if case .pending = report.outcome { report.path } else { nil }
    }
  }

  /// Takes over what came of writing the logs of these paths.
  package mutating func take(_ written: [UpdateReport]) {
    let outcomes = Dictionary(written.map { ($0.path, $0) }) { first, _ in first }
    reports = reports.map { outcomes[$0.path] ?? $0 }
  }
}

extension Divergence {
  /// Whether a log that differs so can be written anew: what a reducer would read is not known, but
  /// for dependencies of which no older log can have an answer.
  fileprivate var canBeUpdated: Bool {
    if case .dependency = kind { false } else { true }
  }
}
