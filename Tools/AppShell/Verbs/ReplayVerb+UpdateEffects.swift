import CommandLineKit
import ComposableArchitecture
import Platform
import ReplayCorpus
import SessionLog
import SessionReplay

extension ReplayVerb {
  /// Updates logs together with the calls of their effects, which are run first.
  @MainActor
  func updateEffects<App>(in shell: Shell<App>, _ style: OutputStyle) async -> Int32 {
    let corpus: Corpus
    do {
      corpus = try makeCorpus(selectedShard(shell))
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
    printNotes(about: corpus, shell)
    let replay = corpusReplay(shell)
    var replays = shell.withProgress(over: corpus) {
      replay.replay(corpus, with: shell.replayer, progress: $0)
    }
    let paths = replays.filter(\.mayHaveChangedCalls).map(\.path)
    var calls: [String: [CallChange]] = [:]
    var verdicts: [String: Verdict] = [:]
    var unanswered: Set<String> = []
    for report in await replay.calls(of: PathList(paths), with: shell.replayer) {
      switch report.outcome {
      case .unverified: break
      case .refused(let verdict):
        verdicts[report.path] = verdict
        unanswered.insert(report.path)
      case .changed(let changes, let first):
        calls[report.path] = changes
        verdicts[report.path] = first.map(Verdict.diverged)
      }
    }
    for index in replays.indices {
      guard let verdict = verdicts[replays[index].path] else { continue }
      // A difference of the steps takes precedence over a difference of the calls.
      let isMatch = replays[index].verdict.kind == .match
      if isMatch || unanswered.contains(replays[index].path) { replays[index].verdict = verdict }
    }
    let plan = UpdatePlan(replays, named: corpus.named, calls: calls, unanswered: unanswered)
    return await updateLogs(plan, of: corpus, shell, style) { pending in
      let bar = shell.progressBar(overLogs: pending.list.count)
      defer { bar.remove() }
      return await replay.updateWithEffects(
        pending, with: shell.replayer, progress: bar.advance)
    }
  }
}

extension ReplayReport {
  /// Whether the effects of the log can be run with the app.
  fileprivate var mayHaveChangedCalls: Bool {
    switch verdict {
    case .match, .diverged: true
    case .crashed, .incompatible, .damaged, .failed: false
    }
  }
}
