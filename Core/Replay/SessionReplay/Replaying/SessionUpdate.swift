import Foundation
import Locking
import RecordCoding
import ReducerRuntime
import SessionLog

package struct UpdateReport: Codable, Sendable {
  package enum Outcome: Codable, Sendable {
    /// Every step was as recorded, and the log was left alone.
    case unchanged
    /// The log differs first at this step, and nothing has been written yet.
    case pending(Divergence)
    /// The log was replaced, and had differed first at this step.
    case updated(Divergence)
    /// The log differs, but was left alone because another version, named here, recorded it.
    case otherVersion(String, Divergence)
    case refused(Verdict)
    case notWritten(String)
  }

  package let path: String
  package let outcome: Outcome

  package init(path: String, outcome: Outcome) {
    self.path = path
    self.outcome = outcome
  }
}

extension SessionReplayer {
  /// Replays a log and, if it differs, replaces it with a new recording of the same actions.
  ///
  /// A log is left alone if it can't answer what the reducer reads now, or if the reducer uses
  /// unrecorded dependencies. Dependencies newer than the log are read live.
  package func update(path: String) -> UpdateReport {
    let verdict = replay(path: path).verdict
    switch verdict {
    case .match:
      return UpdateReport(path: path, outcome: .unchanged)
    case .diverged(let divergence):
      return UpdateReport(path: path, outcome: rewrite(path, divergence))
    case .crashed, .incompatible, .damaged, .failed:
      return UpdateReport(path: path, outcome: .refused(verdict))
    }
  }

  private func rewrite(_ path: String, _ first: Divergence) -> UpdateReport.Outcome {
    let failure = Mutex<SessionRecordingError?>(nil)
    var begun: SessionWriter<State, Action>?
    do {
      let reader = try open(path)
      guard !reader.log.isInArchive else {
        return .notWritten("it is in a tar; unpack the tar, update the logs, and pack them again")
      }
      progress?.write(true)
      defer { progress?.write(false) }
      let header = header(renewing: reader.header)
      let revealed = Set(header.redacted ?? []).subtracting(reader.header.redacted ?? [])
      if let dependency = header.dependencies.first(where: { revealed.contains($0.name) }) {
        // Reads are copied, which would leave secrets in a log that claims to have none.
        return .notWritten(
          "it contains reads of '\(dependency.name)', which are secrets now; record it again")
      }
      let onto = { (initialState: State) throws(SessionRecordingError) in
        try SessionWriter<State, Action>(
          path: path, header: header, initialState: initialState,
          firstStep: reader.log.stepsBeforeStart + 1,
          secrets: revealed.isEmpty ? nil : SecretKeeper(header: header) { _ in },
          options: LogWriterOptions(overwrite: true, join: StepColumns.joined),
          onFailure: { error in failure.withLock { $0 = $0 ?? error } })
      }
      let engine = try engine(over: reader, by: try resolution(of: reader))
      engine.readsLive = true
      guard let initialState = try engine.begin() else { return .refused(.diverged(first)) }
      let writer = try onto(initialState)
      writer.follow(engine.storage)
      begun = writer
      if engine.number > reader.log.stepsBeforeStart {
        writer.skip(to: engine.number + 1, from: initialState)
      }
      let sentForm = SentActionForm(in: header)
      // Breaks a reference cycle, which would keep the log open.
      defer { engine.onStep = nil }
      engine.onStep = { step, action, effect, state in
        let details = StepDetails(
          step.origin, .of(engine.reads(of: step)), effect, form: sentForm)
        let record = StepRecord(
          number: step.number, elapsedMilliseconds: step.elapsedMilliseconds, details: details)
        writer.append(action, record, leadingTo: state)
      }
      engine.onOutsideChange = { _ = writer.appendOutsideChange(elapsed: $0.elapsedMilliseconds) }
      engine.onMark = { writer.append(mark: $1, elapsed: $0.elapsedMilliseconds) }
      engine.onGap = { writer.skip(to: $0, from: $1) }
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
      // A step that can't be recorded ends the new log, which must not replace the old one then.
      writer.flush()
      if let failure = failure.withLock({ $0 }) { throw failure }
      if let refusal {
        writer.discard()
        return .refused(.diverged(refusal))
      }
      _ = try writer.finish()
      return .updated(first)
    } catch {
      begun?.discard()
      return .notWritten("\(error)")
    }
  }
}
