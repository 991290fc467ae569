import CommandLineKit
import ComposableArchitecture
import EffectReplay
import ReplayCorpus
import SessionReplay
import SessionReports

extension ReplayVerb {
  /// Replays logs, and then the effects of those that match.
  @MainActor
  func replayEffects<App>(in shell: Shell<App>, _ style: OutputStyle) async -> Int32 {
    let corpus: Corpus
    do {
      corpus = try makeCorpus(shell)
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
    printNotes(about: corpus, shell)
    var reports: [ReplayReport] = []
    shell.withProgress(over: corpus) { progress in
      corpusReplay(shell).replay(corpus.list, with: replayer(shell)) { report in
        reports.append(report)
        progress(reports.count)
      }
    }
    let output = output(for: shell)
    var effects = EffectReplayer(replayer(shell))
    for var report in reports {
      if case .match = report.verdict {
        let watchdog = watchdog(over: report.path, shell)
        effects.onProgress = watchdog.noteProgress
        report.add(await effects.replay(path: report.path))
      }
      output.add(report)
    }
    output.skip(corpus.list.count - reports.count)
    return output.finish(exitCode(of: output.overview.tally.worst), in: shell, style)
  }

  /// Returns a watch that ends the process if an effect of a log runs without a pause.
  @MainActor
  func watchdog<App>(over path: String, _ shell: Shell<App>) -> EffectWatchdog {
    let seconds = timeout ?? WorkerSettings.defaultTimeout
    let (console, program) = (shell.console, shell.environment.program)
    return EffectWatchdog(seconds: seconds) {
      console.errors.line(
        "\(program): an effect of '\(path.visible)' has run for over \(seconds) s without a pause; "
          + "it may be in an endless loop. The results of this replay are lost.")
      console.exit(Verdict.Kind.crashed.exitCode)
    }
  }
}
