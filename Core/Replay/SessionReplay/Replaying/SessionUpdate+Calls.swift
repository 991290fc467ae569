import RecordCoding
import ReducerRuntime
import SessionModel
package import SessionDocument
import SessionRecording

/// The calls of a log after a run of its effects.
package struct UpdatedCalls: Sendable {
  /// All events of the log.
  package let events: [RecordedEvent]
  /// The calls that have changed.
  package let changes: [CallChange]
  /// The first difference between the log's calls and the app's calls, or `nil` if there is none.
  package let first: Divergence?

  package init(events: [RecordedEvent], changes: [CallChange], first: Divergence?) {
    (self.events, self.changes, self.first) = (events, changes, first)
  }
}

/// The calls that an updated log contains.
enum CallsOfUpdate {
  /// The log has no calls.
  case none
  case copied(CopiedEvents)
  /// The calls of the log are left out, for a reason.
  case lost(String)
}

extension SessionReplayer {
  /// Returns the calls for the new log: the updated ones, or the calls of the old log if the
  /// effects of all steps are unchanged.
  func calls(
    of reader: SessionReader, updated: UpdatedCalls?, revealsSecrets: Bool
  ) throws -> CallsOfUpdate {
    guard reader.header.recordsEffects else { return .none }
    if revealsSecrets { return .lost("they may contain values that are secrets now") }
    if updated == nil, try hasChangedEffect(reader) {
      return .lost("effects of its steps have changed; --effects updates the calls too")
    }
    let header = header(renewing: reader.header, keepsCalls: true)
    let events = try updated?.events ?? reader.events()
    do throws(UncopiedCall) {
      return .copied(try CopiedEvents(events, of: reader.header, for: header))
    } catch {
      guard updated == nil else { throw error }
      return .lost(error.description)
    }
  }

  /// Whether a step returns a different effect than recorded.
  private func hasChangedEffect(_ reader: SessionReader) throws -> Bool {
    let engine = try engine(over: reader, by: try resolution(of: reader))
    engine.readsLive = true
    let form = SentActionForm(in: reader.header)
    let isRedacted = reader.header.redacted != nil
    var hasChanged = false
    // The closure captures the engine.
    defer { engine.onStep = nil }
    engine.onStep = { step, _, effect, _ in
      guard !step.isUnfinished else { return }
      let recorded = engine.source.recordedEffect()
      let shape = effect.shape { form($0) }
      if shape != recorded, !shape.isRecorded(as: recorded, isRedacted: isRedacted) {
        hasChanged = true
      }
    }
    try engine.proceed { difference in
      if case .sender = difference { hasChanged = true }
      return !hasChanged
    }
    return hasChanged
  }
}
