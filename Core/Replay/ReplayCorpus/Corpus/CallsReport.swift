package import SessionReplay

/// The changes that an update would make to the calls of a log.
package struct CallsReport: Codable, Sendable {
  package enum Outcome: Codable, Sendable {
    /// The log has no calls that can be verified.
    case unverified
    /// The calls that would be changed, and the first difference, if there is one.
    case changed([CallChange], first: Divergence?)
    case refused(Verdict)
  }

  package let path: String
  package let outcome: Outcome
}

extension CallsReport {
  init(path: String, update: EffectUpdate) {
    self.path = path
    outcome =
      switch update {
      case .unverified: .unverified
      case .updated(let calls): .changed(calls.changes, first: calls.first)
      case .refused(let divergence): .refused(.diverged(divergence))
      }
  }
}

extension CallsReport: WorkerReport {
  package init(path: String, failure: String) {
    self.init(path: path, outcome: .refused(.failed(failure)))
  }
}
