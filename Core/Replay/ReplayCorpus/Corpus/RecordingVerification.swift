import Locking
package import RecordCoding

/// A verification of a recording as soon as it ends, while the author of the reducer is watching.
///
/// Replays in a separate process, where sets have a different order and global variables are fresh.
/// Replays twice, because the second replay finds state that the first left behind.
package struct RecordingVerification<State: Recordable, Action: Recordable>: Sendable {
  private let replayer: SessionReplayer<State, Action>
  private let replay: CorpusReplay

  package init(_ replayer: SessionReplayer<State, Action>, workers: WorkerSettings) {
    self.replayer = replayer
    replay = CorpusReplay(jobs: 1, workers: workers)
  }

  /// Calls `progress` with the number of finished steps of both replays several times a second.
  package func outcome(
    ofLog path: String, steps: UInt64, progress: @escaping @Sendable (UInt64) -> Bool
  ) -> RecordingVerificationOutcome {
    var replay = replay
    let isInterrupted = Mutex(false)
    replay.shouldContinue = { index, step in
      let shouldContinue = progress(index == 0 ? step : steps + step)
      if !shouldContinue { isInterrupted.withLock { $0 = true } }
      return shouldContinue
    }
    let reports = replay.replay(PathList([path, path]), with: replayer)
    if isInterrupted.withLock({ $0 }) { return .interrupted }
    let index = reports.firstIndex { $0.verdict.kind != .match }
    return index.map { .differs(reports[$0], isFirstReplay: $0 == 0) } ?? .verified
  }
}

package enum RecordingVerificationOutcome: Sendable {
  case verified
  case interrupted
  /// A replay does not match. If only the second one differs, the first left state behind.
  case differs(ReplayReport, isFirstReplay: Bool)
}
