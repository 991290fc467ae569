import Platform
package import RecordCoding
import SessionModel
import SessionDocument
package import SessionReplay

/// A verification of a recording as soon as it ends, while the author of the reducer is watching.
///
/// Replays in a separate process, where sets have a different order and global variables are fresh.
/// Replays twice, because the second replay finds state that the first left behind. If the log has
/// events of effects, the effects are run in several processes, because two small sets often have
/// the same order by chance.
package struct RecordingVerification<State: Recordable, Action: Recordable>: Sendable {
  /// The maximum number of steps for running effects, which are kept in memory.
  private static var maxStepsOfEffects: UInt64 { 1_000_000 }
  /// The maximum number of steps for running effects in further processes.
  private static var maxRepeatedSteps: UInt64 { 10_000 }
  /// The number of further processes.
  private static var repetitions: Int { 3 }

  private let replayer: SessionReplayer<State, Action>
  private let replay: CorpusReplay

  package init(_ replayer: SessionReplayer<State, Action>, workers: WorkerSettings) {
    self.replayer = replayer
    replay = CorpusReplay(jobs: 1, workers: workers.hashingRandomly)
  }

  /// Calls `progress` with the number of finished steps of both replays several times a second.
  package func outcome(
    ofLog path: String, steps: UInt64, progress: @escaping @Sendable (UInt64) -> Bool
  ) -> RecordingVerificationOutcome {
    var replay = replay
    replay.runsEffects = steps <= Self.maxStepsOfEffects && hasEvents(logAt: path)
    let isInterrupted = Mutex(false)
    let finishedSteps = Mutex<UInt64>(0)
    replay.shouldContinue = { index, step in
      // Running the effects of a log begins with its first step again.
      let finished = finishedSteps.withLock { finished in
        finished = max(finished, index == 0 ? step : steps + step)
        return finished
      }
      let shouldContinue = progress(finished)
      if !shouldContinue { isInterrupted.withLock { $0 = true } }
      return shouldContinue
    }
    let reports = replay.replay(PathList([path, path]), with: replayer)
    if isInterrupted.withLock({ $0 }) { return .interrupted }
    let index = reports.firstIndex { $0.verdict.kind != .match }
    if let index { return .differs(reports[index], isFirstReplay: index == 0) }
    guard replay.runsEffects, steps <= Self.maxRepeatedSteps else { return .verified }
    for _ in 0..<Self.repetitions {
      let reports = replay.replay(PathList([path, path]), with: replayer)
      if isInterrupted.withLock({ $0 }) { return .interrupted }
      if let report = reports.first(where: { $0.verdict.kind != .match }) {
        return .differs(report, isFirstReplay: true)
      }
    }
    return .verified
  }

  private func hasEvents(logAt path: String) -> Bool {
    let reader = try? SessionReader(path: path)
    return reader?.header.requires.contains(SessionHeader.calls) ?? false
  }
}

package enum RecordingVerificationOutcome: Sendable {
  case verified
  case interrupted
  /// A replay does not match. If only the second one differs, the first left state behind.
  case differs(ReplayReport, isFirstReplay: Bool)
}
