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

  /// What is wrong with a recording, in lines; none if it replays as recorded.
  ///
  /// `progress` is told several times a second how many of twice the steps are done; it returns whether
  /// to go on.
  package func problem(
    ofLog path: String, steps: UInt64, progress: @escaping @Sendable (UInt64) -> Bool
  ) -> [String] {
    var replay = replay
    let isInterrupted = Mutex(false)
    replay.goesOn = { index, step in
      let goesOn = progress(index == 0 ? step : steps + step)
      if !goesOn { isInterrupted.withLock { $0 = true } }
      return goesOn
    }
    let reports = replay.replay([path, path], with: replayer)
    if isInterrupted.withLock({ $0 }) {
      return ["the recording was not verified, as it was interrupted; 'replay' verifies it"]
    }
    guard let index = reports.firstIndex(where: { $0.verdict.kind != .match }) else { return [] }
    let report = reports[index]
    let lines = ReplayText().brief.lines(for: report)
    let blame = index == 0 ? "" : "what the first replay left behind changes the second; "
    switch report.verdict {
    case .match: return []
    case .diverged(let divergence) where divergence.kind == .unrecorded:
      return [
        "the recording is not complete: step \(divergence.step) of \(report.stepCount), "
          + "\(divergence.action.visible), takes an answer that is not in the log"
      ] + ReplayText().brief.lines(for: divergence)
    case .diverged(let divergence):
      return [
        "the reducer is not deterministic: \(blame)step \(divergence.step) of \(report.stepCount), "
          + "\(divergence.action.visible), does not replay as it was just recorded"
      ] + ReplayText().brief.lines(for: divergence)
    case .crashed:
      return ["the reducer is not deterministic: \(blame)the app ends in a replay"] + lines
    case .incompatible, .damaged, .failed:
      return ["the recording could not be verified:"] + lines
    }
  }
}
