import RecordCoding
import SessionLog
import SessionModel
import SessionDocument
import Scheduling

/// The result of running the effects of a log to update its calls.
package enum EffectUpdate: Sendable {
  /// The log has no calls that can be verified.
  case unverified
  case updated(UpdatedCalls)
  /// The log lacks an answer that an effect needs now.
  case refused(Divergence)
}

extension EffectReplayer {
  /// Runs the effects of a log, and replaces its calls with the calls that the effects make now.
  ///
  /// Calls keep their answers, even if their arguments have changed. A second run verifies the
  /// result.
  package func update(path: String) async -> EffectUpdate {
    guard RuntimeHooks.failure == nil else { return .unverified }
    do {
      let reader = try ReplayStop.unreadable { () throws(SessionReadError) in
        try SessionReader(path: path)
      }
      guard reader.header.recordsEffects else { return .unverified }
      let log = try ReplayStop.unreadable { () throws(SessionReadError) in try reader.events() }
      let session = try read(reader, log)
      let result = try await replay(session, edits: CallEdits())
      if let divergence = result.report.divergence { return .refused(divergence) }
      guard let edits = result.edits, !edits.isEmpty else {
        return .updated(UpdatedCalls(events: log, changes: [], first: nil))
      }
      let events = edits.events(of: log, last: reader.log.lastStep)
      if let divergence = await replay(try read(reader, events)).report.divergence {
        return .refused(divergence)
      }
      return .updated(
        UpdatedCalls(events: events, changes: edits.changes, first: first(edits, result)))
    } catch {
      return .unverified
    }
  }

  /// Replaces a log that differs, or whose calls differ, with a new recording of the same actions.
  package func rewrite(path: String) async -> UpdateReport {
    switch await update(path: path) {
    case .unverified: replayer.update(path: path)
    case .updated(let calls): replayer.update(path: path, calls: calls)
    case .refused(let divergence):
      UpdateReport(path: path, outcome: .refused(.diverged(divergence)))
    }
  }

  /// Returns the first change as a divergence.
  private func first(_ edits: CallEdits, _ result: EffectSessionResult) -> Divergence {
    let change = edits.changes.first
    let step = change?.step ?? 0
    return Divergence(
      step: step, since: step - min(step, 1), action: result.changedAction ?? "",
      kind: .call(
        CallDivergence(
          position: change?.position ?? 1, cause: change?.new == nil ? .missing : .otherCall,
          expected: change?.old ?? "another end of an effect", actual: change?.new ?? "no call")))
  }
}
