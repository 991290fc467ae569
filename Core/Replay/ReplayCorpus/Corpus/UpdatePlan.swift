package import SessionReplay

/// A plan of the logs that an update would rewrite, made before anything is written.
package struct UpdatePlan: Sendable {
  package private(set) var reports: [UpdateReport] = []
  package let pending: [ReplayReport]
  package let refused: [ReplayReport]

  /// Creates a plan.
  ///
  /// A log of a different version is the only evidence of that version's behavior. It is therefore
  /// kept unless its own path is in `named`. `calls` has the changed calls. The logs in
  /// `unanswered` lack an answer to a call that their effects make now.
  package init(
    _ replays: [ReplayReport], named: Set<String>, calls: [String: [CallChange]] = [:],
    unanswered: Set<String> = []
  ) {
    var pending: [ReplayReport] = []
    var refused: [ReplayReport] = []
    for replay in replays {
      let outcome: UpdateReport.Outcome
      switch replay.verdict {
      case .match: outcome = .unchanged
      case .diverged(let divergence)
      where !divergence.canBeUpdated || unanswered.contains(replay.path):
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
      var report = UpdateReport(path: replay.path, outcome: outcome)
      if case .pending = outcome { report.changedCalls = calls[replay.path] ?? [] }
      reports.append(report)
    }
    self.pending = pending
    self.refused = refused
  }

  package var paths: [String] {
    reports.compactMap { report in
      if case .pending = report.outcome { report.path } else { nil }
    }
  }

  package mutating func take(_ written: [UpdateReport]) {
    let outcomes = Dictionary(written.map { ($0.path, $0) }) { first, _ in first }
    reports = reports.map { outcomes[$0.path] ?? $0 }
  }
}

extension Divergence {
  /// Whether a log with this divergence can be rewritten.
  ///
  /// A changed dependency read prevents it, because the value that the reducer should read is
  /// unknown. Dependencies newer than the log do not.
  fileprivate var canBeUpdated: Bool {
    if case .dependency = kind { false } else { true }
  }
}
