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
  package func problem(ofLog path: String) -> [String] {
    let reports = replay.replay([path, path], with: replayer)
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
