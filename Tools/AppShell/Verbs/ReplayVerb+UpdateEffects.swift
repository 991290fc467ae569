import CommandLineKit
import ComposableArchitecture
import EffectReplay
import ReplayCorpus
import SessionReplay

extension ReplayVerb {
  /// Updates logs together with the calls of their effects, which are run first.
  @MainActor
  func updateEffects<App>(in shell: Shell<App>, _ style: OutputStyle) async -> Int32 {
    let corpus: Corpus
    do {
      corpus = try makeCorpus(shell)
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
    printNotes(about: corpus, shell)
    let replay = corpusReplay(shell)
    var replays = shell.withProgress(over: corpus) {
      replay.replay(corpus, with: shell.replayer, progress: $0)
    }
    var calls: [String: UpdatedCalls] = [:]
    var unanswered: Set<String> = []
    let effects = EffectReplayer(shell.replayer)
    for index in replays.indices where replays[index].mayHaveChangedCalls {
      let path = replays[index].path
      switch await effects.update(path: path) {
      case .unverified: break
      case .refused(let divergence):
        replays[index].verdict = .diverged(divergence)
        unanswered.insert(path)
      case .updated(let updated):
        calls[path] = updated
        if case .match = replays[index].verdict, let first = updated.first {
          replays[index].verdict = .diverged(first)
        }
      }
    }
    let plan = UpdatePlan(replays, named: corpus.named, calls: calls, unanswered: unanswered)
    return updateLogs(plan, of: corpus, shell, style) { pending in
      shell.withProgress(over: pending) { progress in
        var reports: [UpdateReport] = []
        for path in pending.list {
          reports.append(shell.replayer.update(path: path, calls: calls[path]))
          progress(reports.count)
        }
        return reports
      }
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
