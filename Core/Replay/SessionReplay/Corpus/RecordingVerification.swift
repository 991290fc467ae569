import Locking
package import RecordCoding

/// Replays a recording at its end, while whoever wrote the reducer still looks.
///
/// In a process of its own, since sets have another order there, and nothing is left over in global
/// variables; and twice, since the second time something is.
package struct RecordingVerification<State: Recordable, Action: Recordable>: Sendable {
  private let replayer: SessionReplayer<State, Action>
  private let replay: CorpusReplay

  /// Prepares to verify recordings of an app.
  package init(_ replayer: SessionReplayer<State, Action>, workers: WorkerSettings) {
    self.replayer = replayer
    replay = CorpusReplay(jobs: 1, workers: workers)
  }

  /// Replays a recording twice.
  ///
  /// `progress` is told several times a second how many of twice the steps are done; it returns whether
  /// to go on.
  package func outcome(
    ofLog path: String, steps: UInt64, progress: @escaping @Sendable (UInt64) -> Bool
  ) -> RecordingVerificationOutcome {
    var replay = replay
    let isInterrupted = Mutex(false)
    replay.goesOn = { index, step in
      let goesOn = progress(index == 0 ? step : steps + step)
      if !goesOn { isInterrupted.withLock { $0 = true } }
      return goesOn
    }
    let reports = replay.replay(PathList([path, path]), with: replayer)
    if isInterrupted.withLock({ $0 }) { return .interrupted }
    let index = reports.firstIndex { $0.verdict.kind != .match }
    return index.map { .differs(reports[$0], isFirstReplay: $0 == 0) } ?? .verified
  }
}

/// What came of verifying a recording.
package enum RecordingVerificationOutcome: Sendable {
  /// It replays as recorded.
  case verified
  /// Nobody knows, as the verification was interrupted.
  case interrupted
  /// A replay does not match: the first, or only the second, which finds what the first left behind.
  case differs(ReplayReport, isFirstReplay: Bool)
}
