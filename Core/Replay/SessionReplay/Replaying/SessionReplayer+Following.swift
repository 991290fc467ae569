import RecordCoding
import ReducerRuntime
import SessionLog
import SessionModel
import SessionDocument

extension SessionReplayer {
  /// Replays a log while it is being written, up to the first step that differs or the end of the
  /// recording.
  ///
  /// Whenever the available steps have been replayed, `progress` receives the number of matching
  /// steps. Then `wait` waits for more, or returns `false` to end the replay.
  package func follow(
    path: String, progress: (UInt64) -> Void = { _ in }, wait: () -> Bool
  ) -> ReplayReport {
    let reader: SessionReader
    do throws(SessionReadError) {
      reader = try open(path, wait)
    } catch {
      return ReplayReport(path: path, verdict: Self.verdict(of: error))
    }
    var report = ReplayReport(path: path, verdict: .match)
    do throws(ReplayStop) {
      let engine = try engine(over: reader, &report)
      // The app is still reducing that step, or ended in it, which a separate replay reports.
      engine.source.entersUnfinishedStep = false
      // Logs with different types are read differently, and that can't resume after new steps.
      guard report.fit == nil else { return replay(path: path) }
      report.verdict = follow(engine, progress, wait)
      report.verifiedSteps = engine.matchedSteps
      report.describe(engine.source.reader)
      if isStrict { report.refuseGaps() }
      if let divergence = engine.divergence {
        explain(divergence, in: engine.source.reader, &report)
      }
    } catch {
      report.verdict = Self.verdict(of: error, after: nil)
    }
    return report
  }

  /// Opens a log once its header has been written.
  private func open(
    _ path: String, _ wait: () -> Bool
  ) throws(SessionReadError) -> SessionReader {
    while true {
      let isBeingWritten = LogReader.isBeingWritten(path: path)
      do throws(SessionReadError) {
        return try SessionReader(path: path)
      } catch {
        switch error {
        case .log(.emptyFile), .log(.truncatedHeader):
          guard isBeingWritten, wait() else { throw error }
        default: throw error
        }
      }
    }
  }

  private func follow(
    _ engine: ReplayEngine<State, Action>, _ progress: (UInt64) -> Void, _ wait: () -> Bool
  ) -> Verdict {
    let source = engine.source
    while true {
      // Check this before reading the file. Otherwise, the last write could be missed.
      let isBeingWritten = source.reader.log.isBeingWritten
      do throws(LogReaderError) {
        try source.reader.log.refresh()
      } catch {
        return .damaged(DamagedLog(.log(error), engine.divergence))
      }
      let verdict = Self.verdict(of: engine)
      progress(engine.matchedSteps)
      let log = source.reader.log
      let isOpen = log.isUnfinished || log.endsWithinBlock
      guard engine.divergence == nil, isOpen, verdict.kind == .damaged else { return verdict }
      guard isBeingWritten else { return log.isFinishedElsewhere ? .match : verdict }
      guard wait() else { return log.endsWithinBlock ? verdict : .match }
    }
  }
}

extension LogReader {
  fileprivate var isUnfinished: Bool {
    if case .damaged(let damage) = state { damage.cause == .unfinished } else { false }
  }

  /// Whether the recording was finished in a different file, which has all steps of this one.
  fileprivate var isFinishedElsewhere: Bool {
    guard isUnfinished, !isNamed, path.hasSuffix(LogFile.partialSuffix),
      let whole = try? LogReader(path: LogFile.finishedPath(of: path), options: .session)
    else { return false }
    return whole.state == .whole && whole.lastStep == lastStep && isSameRecording(as: whole)
  }
}
