import Foundation
import Platform
import RecordCoding
import ReducerRuntime
import SessionLog
import SessionModel
import SessionDocument
import SessionRecording

package struct UpdateReport: Codable, Sendable {
  package enum Outcome: Codable, Sendable {
    /// Every step was as recorded, and the log was left alone.
    case unchanged
    /// The log differs first at this step, and nothing has been written yet.
    case pending(Divergence)
    /// The log was replaced, and had differed first at this step.
    case updated(Divergence)
    /// The log differs, but was left alone because a different version, named here, recorded it.
    case otherVersion(String, Divergence)
    case refused(Verdict)
    case notWritten(String)
  }

  package let path: String
  package let outcome: Outcome
  /// The reason why the new log has no calls of effects, although the old one had.
  package var lostCalls: String?
  /// The calls of the new log that replace different ones of the old log.
  package var changedCalls: [CallChange] = []

  package init(path: String, outcome: Outcome) {
    self.path = path
    self.outcome = outcome
  }
}

extension SessionReplayer {
  /// Replays a log and, if it differs, replaces it with a new recording of the same actions.
  ///
  /// A log is left alone if it can't answer what the reducer reads now, if the reducer uses
  /// unrecorded dependencies, or if the new recording doesn't match: an effect may no longer send
  /// an action of the log. Dependencies newer than the log are read live. Calls of effects are
  /// copied if the effects of all steps are unchanged, unless updated ones are given.
  package func update(path: String, calls: UpdatedCalls? = nil) -> UpdateReport {
    let verdict = replay(path: path).verdict
    switch verdict {
    case .match:
      guard let first = calls?.first else { return UpdateReport(path: path, outcome: .unchanged) }
      return rewrite(path, first, calls)
    case .diverged(let divergence):
      return rewrite(path, divergence, calls)
    case .crashed, .incompatible, .damaged, .failed:
      return UpdateReport(path: path, outcome: .refused(verdict))
    }
  }

  private func rewrite(
    _ path: String, _ first: Divergence, _ updated: UpdatedCalls?
  ) -> UpdateReport {
    var lostCalls: String?
    let outcome: UpdateReport.Outcome
    do {
      outcome = try rewrite(path, first, updated, &lostCalls)
    } catch {
      outcome = .notWritten("\(error)")
    }
    var report = UpdateReport(path: path, outcome: outcome)
    report.lostCalls = lostCalls
    report.changedCalls = updated?.changes ?? []
    return report
  }

  private func rewrite(
    _ path: String, _ first: Divergence, _ updated: UpdatedCalls?, _ lostCalls: inout String?
  ) throws -> UpdateReport.Outcome {
    let failure = Mutex<SessionRecordingError?>(nil)
    let reader = try open(path)
    guard !reader.log.isInArchive else {
      return .notWritten("it is in a tar; unpack the tar, update the logs, and pack them again")
    }
    progress?.write(true)
    defer { progress?.write(false) }
    let plain = header(renewing: reader.header)
    let revealed = Set(plain.redacted ?? []).subtracting(reader.header.redacted ?? [])
    if let dependency = plain.dependencies.first(where: { revealed.contains($0.name) }) {
      // Reads are copied, so secrets would remain in a log that claims to have none.
      return .notWritten(
        "it contains reads of '\(dependency.name)', which are secrets now; record it again")
    }
    var events: CopiedEvents?
    switch try calls(of: reader, updated: updated, revealsSecrets: !revealed.isEmpty) {
    case .none: break
    case .copied(let copied): events = copied
    case .lost(let reason): lostCalls = reason
    }
    let header = events == nil ? plain : header(renewing: reader.header, keepsCalls: true)
    let engine = try engine(over: reader, by: try resolution(of: reader))
    engine.readsLive = true
    guard let initialState = try engine.begin() else { return .refused(.diverged(first)) }
    let unchecked = UncheckedLog(for: path)
    let writer = try SessionWriter<State, Action>(
      path: unchecked.path, header: header, initialState: initialState,
      firstStep: reader.log.stepsBeforeStart + 1,
      secrets: revealed.isEmpty ? nil : SecretKeeper(header: header) { _ in },
      options: LogWriterOptions(overwrite: true, payloads: .session),
      onFailure: { error in failure.withLock { $0 = $0 ?? error } })
    var isWritten = false
    defer { if !isWritten { writer.discard() } }
    writer.follow(engine.storage)
    if engine.number > reader.log.stepsBeforeStart {
      writer.skip(to: engine.number + 1, from: initialState)
    }
    if let refusal = try copySteps(of: engine, first, events, into: writer) {
      return .refused(.diverged(refusal))
    }
    // A step that can't be recorded ends the new log. Such a log must not replace the old one.
    writer.flush()
    if let failure = failure.withLock({ $0 }) { throw failure }
    _ = try writer.finish()
    isWritten = true
    let verdict = replay(path: unchecked.path).verdict
    guard case .match = verdict else { return .refused(verdict) }
    try unchecked.publish(overwrite: true)
    return .updated(first)
  }

  /// Writes the steps of a replay with the events between them. Returns a difference that prevents
  /// the update.
  private func copySteps(
    of engine: ReplayEngine<State, Action>, _ first: Divergence, _ events: CopiedEvents?,
    into writer: SessionWriter<State, Action>
  ) throws -> Divergence? {
    let copier = StepCopier(engine, events, into: writer, form: SentActionForm(in: header))
    defer { copier.end() }
    var refusal: Divergence?
    try engine.proceed { difference in
      switch difference {
      case .dependency, .unrecorded: refusal = engine.divergence ?? first
      // An unrecorded answer would differ in the next replay.
      case _ where engine.hasUnrecordedCall: refusal = engine.divergence ?? first
      case .state, .parts, .effect, .sender: break
      }
      return refusal == nil
    }
    if refusal == nil { copier.writeRest() }
    return refusal
  }
}
